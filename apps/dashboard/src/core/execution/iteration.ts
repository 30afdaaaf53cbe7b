/** Names of iterations: `orders[3].lines[0]` is index 0 of container `lines` inside `orders[3]`. */
export interface IterationPlace {
  readonly containerId: string;
  readonly outer: string;
  readonly index: number;
}

export function placeOf(iteration: string): IterationPlace | null {
  const open = iteration.lastIndexOf('[');
  if (open < 0 || !iteration.endsWith(']')) return null;
  const dot = iteration.lastIndexOf('.', open);
  const index = Number(iteration.slice(open + 1, -1));
  const containerId = iteration.slice(dot + 1, open);
  if (containerId === '' || !Number.isInteger(index)) return null;
  return { containerId, outer: dot < 0 ? '' : iteration.slice(0, dot), index };
}
