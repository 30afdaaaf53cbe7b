/** Outputs that runs of a draft take in place of a block's own. Not part of its definition. */
import { z } from 'zod';
import { answer, instant, list, one, open, type View } from '../http/answers.js';
import { exampleIds, updatedAt } from '../http/example-values.js';
import type { JsonText } from '../http/json-text.js';

export const maxPins = 200;
export const maxPinBytes = 1_024 ** 2;

export const pinBody = z.strictObject({
  output: z
    .unknown()
    .refine((value) => value !== undefined, 'is required')
    .describe('Kept as it is sent. A condition or router also needs `port`.'),
  executionId: z.uuid().nullish().describe('The execution whose output it was; only told.'),
});
export type PinBody = z.output<typeof pinBody>;

const pinView = open({
  blockId: z.string(),
  output: z.unknown(),
  sizeBytes: z.int().describe(`Of the output; the pins of a workflow have ${maxPinBytes} at most.`),
  executionId: z.string().nullable().describe('The execution whose output it was.'),
  pinnedAt: instant,
  pinnedBy: z.string().nullable().describe('The user who pinned it; null for a workspace key.'),
});
export type PinView = Omit<View<typeof pinView>, 'output'> & { readonly output: JsonText };

export const pinExample = {
  output: { status: 200, data: { orderId: 'A-7' } },
  executionId: exampleIds.execution,
};
const viewExample = {
  blockId: 'call',
  ...pinExample,
  sizeBytes: 41,
  pinnedAt: updatedAt,
  pinnedBy: exampleIds.user,
};

export const pinAnswer = answer('WorkflowPinAnswer', one(pinView), { data: viewExample });
export const pinList = answer('WorkflowPinList', list(pinView), { data: [viewExample] });
