/** Where an editor shows the blocks of a draft. Not part of its definition or its hash. */
import { z } from 'zod';
import { answer, one, type View } from '../http/answers.js';

/** Twice the blocks that a definition may have: a draft with problems may have more. */
const maxEntries = 2_000;
const maxLayoutBytes = 256 * 1_024;

const blockId = z.string().min(1).max(64);
const pair = z.tuple([z.number().min(-1e7).max(1e7), z.number().min(-1e7).max(1e7)]);
const byBlock = z
  .record(blockId, pair)
  .refine((entries) => Object.keys(entries).length <= maxEntries, {
    error: `may have at most ${maxEntries} blocks`,
  })
  .default({});

export const layoutBody = z
  .strictObject({
    positions: byBlock.describe('`[x, y]` by block id.'),
    sizes: byBlock.describe('`[width, height]` by block id.'),
    collapsed: z.array(blockId).max(maxEntries).default([]).describe('Ids of blocks.'),
  })
  .refine((layout) => Buffer.byteLength(JSON.stringify(layout)) <= maxLayoutBytes, {
    error: `A layout may have at most ${maxLayoutBytes} bytes as JSON`,
  });
export type Layout = z.output<typeof layoutBody>;

/** Each number and name of a full layout. */
export const layoutWeight = 100_000;

export const emptyLayout: Layout = { positions: {}, sizes: {}, collapsed: [] };

const pairs = z.record(z.string(), z.array(z.number()));
export const layoutView = z.object({
  positions: pairs,
  sizes: pairs,
  collapsed: z.array(z.string()),
});
export type LayoutView = View<typeof layoutView>;

export const layoutExample = {
  positions: { hook: [0, 0], done: [320, 40] },
  sizes: {},
  collapsed: [],
};
export const layoutAnswer = answer('WorkflowLayoutAnswer', one(layoutView), {
  data: layoutExample,
});
