/** Figures in requests and answers. */
import { z } from 'zod';
import { answer, instant, list, type View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { bucketNames } from './stats-range.js';

const maxIds = 100;
const time = z.iso.datetime({ offset: true }).transform((iso) => new Date(iso));

const ids = z
  .string()
  .transform((text) => text.split(','))
  .pipe(
    z.array(z.uuid('must be ids, comma-separated')).max(maxIds, `may name at most ${maxIds} ids`),
  )
  .transform((some) => [...new Set(some.map((id) => id.toLowerCase()))])
  .optional();

const rangeParameters = {
  from: time.optional().meta({
    example: '2026-11-20T00:00:00.000Z',
    description:
      'From the start of its bucket. Default: 6 hours, 7 days or 90 days before `to`, by `bucket`.',
  }),
  to: time
    .optional()
    .meta({ example: '2026-11-21T00:00:00.000Z', description: 'Before it. Default: now.' }),
  bucket: z.enum(bucketNames).default('hour').meta({
    example: 'hour',
    description: 'Kept for 48 hours, 90 days and 400 days. 400 buckets at most.',
  }),
};

const idsDescription = `Comma-separated, ${maxIds} at most. Default: all of the workspace.`;

export const executionStatsQuery = z.strictObject({
  ...rangeParameters,
  workflowIds: ids.meta({ example: exampleIds.workflow, description: idsDescription }),
  groupBy: z.literal('workflow').optional().meta({
    example: 'workflow',
    description: 'Figures of each workflow in `workflowIds`, whose id is the `key`.',
  }),
});
export type ExecutionStatsParameters = z.output<typeof executionStatsQuery>;

export const deliveryStatsQuery = z.strictObject({
  ...rangeParameters,
  subscriptionIds: ids.meta({ example: exampleIds.subscription, description: idsDescription }),
  groupBy: z.literal('subscription').optional().meta({
    example: 'subscription',
    description: 'Figures of each subscription in `subscriptionIds`, whose id is the `key`.',
  }),
});
export type DeliveryStatsParameters = z.output<typeof deliveryStatsQuery>;

const point = {
  at: instant.describe('Start of the bucket. Buckets without figures are left out.'),
  key: z.string().nullable().describe('Null without `groupBy`.'),
};
const durations = {
  p50Ms: z.int().nullable().describe('Within 9.1 %.'),
  p95Ms: z.int().nullable().describe('Within 9.1 %.'),
};

const executionFigures = z.object({
  success: z.int(),
  error: z.int(),
  cancelled: z.int(),
  ...durations,
  costUsd: z.number(),
  tokens: z.int(),
});

const executionStats = list(z.object({ ...point, ...executionFigures.shape })).extend({
  totals: executionFigures
    .nullable()
    .describe('Of the whole range and all keys. Null where the range has no figures.'),
});

export const executionStatsAnswer = answer('ExecutionStats', executionStats, {
  data: [
    {
      at: '2026-11-20T10:00:00.000Z',
      key: null,
      success: 118,
      error: 2,
      cancelled: 0,
      p50Ms: 431,
      p95Ms: 2_435,
      costUsd: 0.42,
      tokens: 61_250,
    },
  ],
  totals: {
    success: 118,
    error: 2,
    cancelled: 0,
    p50Ms: 431,
    p95Ms: 2_435,
    costUsd: 0.42,
    tokens: 61_250,
  },
});

const deliveryFigures = z.object({
  ...point,
  attempts: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  givenUp: z.int().describe('Of the failed ones, those that ended their delivery.'),
  ...durations,
});
export type DeliveryFigures = View<typeof deliveryFigures>;

export const deliveryStatsAnswer = answer('DeliveryStats', list(deliveryFigures), {
  data: [
    {
      at: '2026-11-20T10:00:00.000Z',
      key: null,
      attempts: 120,
      succeeded: 118,
      failed: 2,
      givenUp: 1,
      p50Ms: 91,
      p95Ms: 431,
    },
  ],
});
