/** The state of the installation. */
import { z } from 'zod';
import { answer, one, type View } from '../http/answers.js';

const status = z.enum(['ok', 'error']);

const consumer = z.object({
  group: z.string(),
  topic: z.string(),
  lag: z.int().describe('Records behind the end of the topic, over its partitions.'),
});

const systemView = z.object({
  status,
  details: z
    .object({
      versions: z.object({
        node: z.string(),
        postgres: z.string().nullable(),
        engines: z.array(z.string()).describe('Of the runners that hold partitions.'),
      }),
      kafka: status,
      postgres: status,
      consumers: z
        .array(consumer)
        .nullable()
        .describe('Null while Kafka or Postgres does not answer.'),
      problems: z.array(z.string()).describe('Parts of this process that do not work.'),
    })
    .optional()
    .describe('For owners only.'),
});
export type SystemView = View<typeof systemView>;
export type SystemDetails = NonNullable<SystemView['details']>;

export const systemAnswer = answer('SystemAnswer', one(systemView), {
  data: {
    status: 'ok',
    details: {
      versions: { node: 'v24.4.1', postgres: '17.5', engines: ['3'] },
      kafka: 'ok',
      postgres: 'ok',
      consumers: [{ group: 'flowledger-relay', topic: 'workflow.execution.events', lag: 3 }],
      problems: [],
    },
  },
});
