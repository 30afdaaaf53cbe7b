/**
 * Steps over large values: to parse, encode or mask ten megabytes takes up to 100 ms of CPU. Each such step has a round of the event
 * loop to itself, in the whole process (docs/decisions/0021-budgets-are-checked-before-a-value-is-built.md).
 */
import { Slices } from './slices.js';

/** Bytes or characters. */
export const largeFrom = 256 * 1_024;

/** Of this process: computing executions and large values take turns with each other. */
export const slices = new Slices();

export const isLarge = (length: number): boolean => length >= largeFrom;

/** Null for what needs no turn of its own; else resolves when it is its turn. */
export const ownTurn = (length: number): Promise<void> | null =>
  isLarge(length) ? slices.next() : null;
