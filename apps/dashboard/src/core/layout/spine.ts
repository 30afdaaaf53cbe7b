/**
 * The main line of a region: the way through it with the most blocks. It is drawn as one straight
 * column, with every other way at its right, so that it fits a phone and reads from top to bottom.
 */
import { type Link, outgoingOf, type Ranks } from './ranks.js';

export interface SpineLink extends Link {
  /** False: for what goes wrong. Followed only where nothing else leads on. */
  readonly isUsual: boolean;
}

/**
 * @param weights blocks that each vertex stands for
 * @returns the links of the line, from the top
 */
export function spineOf(
  weights: readonly number[],
  links: readonly SpineLink[],
  { order, leadsUp }: Ranks,
  start: number,
): number[] {
  const outgoing = outgoingOf(weights.length, links);
  const length = [...weights];
  const best = weights.map((): number | undefined => undefined);
  for (const vertex of [...order].reverse()) {
    let longest = -1;
    for (const usual of [true, false]) {
      for (const link of outgoing[vertex] ?? []) {
        const { to = 0, isUsual } = links[link] ?? {};
        if (isUsual !== usual || leadsUp[link] || (length[to] ?? 0) <= longest) continue;
        longest = length[to] ?? 0;
        best[vertex] = link;
      }
      if (longest >= 0) break;
    }
    length[vertex] = (weights[vertex] ?? 1) + Math.max(0, longest);
  }
  const line: number[] = [];
  for (let at: number | undefined = start; at !== undefined;) {
    const link: number | undefined = best[at];
    if (link !== undefined) line.push(link);
    at = link === undefined ? undefined : links[link]?.to;
  }
  return line;
}
