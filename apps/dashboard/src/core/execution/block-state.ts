import type { Iterations } from '../iterations/iterations.js';

/** How a block of the definition stands, as parts/canvas/status-store.ts takes it. */
export interface BlockState {
  readonly status: string;
  readonly tries?: number;
  readonly iterations?: Iterations;
  readonly ports?: readonly string[];
}
