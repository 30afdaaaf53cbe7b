/**
 * Between two rows, edges that turn run on tracks, so that two of them lie on one line only where
 * they leave or reach the same block.
 */
export interface Turn {
  readonly fromX: number;
  readonly toX: number;
  /** Vertices above and below. */
  readonly above: number;
  readonly below: number;
}

/** Beyond these no eye follows a line, and each turn is compared with all others. */
const maxCompared = 400;
const clearance = 8;

/** By turn: its track, from 0 at the top. */
export function tracksOf(turns: readonly Turn[]): number[] {
  const tracks = turns.map(() => 0);
  if (turns.length > maxCompared) return tracks;
  const placed: number[] = [];
  for (const index of topDown(turns)) {
    const turn = turns[index];
    if (turn === undefined) continue;
    let track = 0;
    const taken = new Set<number>();
    for (const other of placed) {
      const against = turns[other];
      if (against === undefined) continue;
      const at = tracks[other] ?? 0;
      if (standsAbove(against, turn)) track = Math.max(track, at + 1);
      if (clash(against, turn)) taken.add(at);
    }
    while (taken.has(track)) track += 1;
    tracks[index] = track;
    placed.push(index);
  }
  return tracks;
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) < clearance;

/** Where one leaves downwards and another arrives, the one that leaves must turn first. */
const standsAbove = (upper: Turn, lower: Turn): boolean => isNear(upper.fromX, lower.toX);

function clash(a: Turn, b: Turn): boolean {
  if (a.above === b.above || a.below === b.below) return false;
  const [aLeft, aRight] = [Math.min(a.fromX, a.toX), Math.max(a.fromX, a.toX)];
  const [bLeft, bRight] = [Math.min(b.fromX, b.toX), Math.max(b.fromX, b.toX)];
  return aLeft < bRight + clearance && bLeft < aRight + clearance;
}

/** Each turn after those that stand above it, as far as they do not stand in a circle. */
function topDown(turns: readonly Turn[]): number[] {
  const order: number[] = [];
  const state = turns.map((): 'new' | 'open' | 'done' => 'new');
  const visit = (index: number): void => {
    state[index] = 'open';
    for (const [other, against] of turns.entries()) {
      const turn = turns[index];
      if (turn !== undefined && state[other] === 'new' && standsAbove(against, turn)) visit(other);
    }
    state[index] = 'done';
    order.push(index);
  };
  const left = (index: number): number =>
    Math.min(turns[index]?.fromX ?? 0, turns[index]?.toX ?? 0);
  for (const index of [...turns.keys()].sort((a, b) => left(a) - left(b) || a - b))
    if (state[index] === 'new') visit(index);
  return order;
}
