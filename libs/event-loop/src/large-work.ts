/**
 * Parsing, encoding or masking ten megabytes takes up to 100 ms of CPU. Each such step over a large
 * value runs alone in one round of the event loop, across the whole process (decision 21).
 */
import { Slices } from './slices.js';

/** In bytes or characters. */
export const largeFrom = 256 * 1_024;

/** One per process: computing executions and large values share its slices. */
export const slices = new Slices();

export const isLarge = (length: number): boolean => length >= largeFrom;

/** Null when no slice is needed; otherwise resolves when the caller's slice begins. */
export const ownTurn = (length: number): Promise<void> | null =>
  isLarge(length) ? slices.next() : null;
