import type { BlockList } from '../../../parts/canvas/edit/canvas-editing.js';

/** A list that a key on a block asked for. */
export interface AskedList {
  readonly block: string;
  readonly list: BlockList;
}
