/**
 * Block addresses in loops and parallels: `orders[3].lines[0]`, container ids outermost first,
 * empty at top level. Persisted in events and idempotency keys, so the format never changes.
 */

export interface BlockAddress {
  readonly blockId: string;
  readonly iteration: string;
}

/** Identity of one run of a block inside its execution. */
export const addressKey = ({ blockId, iteration }: BlockAddress): string =>
  iteration === '' ? blockId : `${blockId}@${iteration}`;

/** Iteration `index` of a container that is itself in iteration `outer`. */
export const iterationOf = (outer: string, containerId: string, index: number): string =>
  outer === '' ? `${containerId}[${index}]` : `${outer}.${containerId}[${index}]`;

/** The outermost `depth` steps of an iteration. */
export const outerIteration = (iteration: string, depth: number): string =>
  iteration.split('.').slice(0, depth).join('.');

/** Number of enclosing containers. */
export const depthOf = (iteration: string): number =>
  iteration === '' ? 0 : iteration.split('.').length;

/** Index within the innermost container, from 0. */
export const indexOf = (iteration: string): number =>
  Number(/\[(-?\d+)\]$/.exec(iteration)?.[1] ?? 0);
