/** The form of `concurrency` of a definition; libs/blocks/src/definition-shape.ts checks it. */
import { factsText } from '../../../text/workflow-facts.js';

const { panel: words } = factsText;

const dayMs = 86_400_000;

export const concurrencySchema = {
  type: 'object',
  properties: {
    limit: { type: 'integer', title: words.limit },
    whenFull: {
      enum: ['queue', 'skip'],
      default: 'queue',
      title: words.whenFull,
      'x-labels': { queue: words.queue, skip: words.skip },
    },
    maxWaitMs: { 'x-ui': 'duration', 'x-unit': 'ms', default: dayMs, title: words.maxWait },
  },
};
