/** Rows of a directed graph: each vertex stands below those that lead to it. Linear. */
export interface Link {
  readonly from: number;
  readonly to: number;
}

export interface Ranks {
  /** Row of each vertex, from 0. */
  readonly rows: readonly number[];
  /** Each vertex after those that lead to it, apart from edges of a cycle. */
  readonly order: readonly number[];
  /** By edge: it closes a cycle, so it leads upwards. */
  readonly leadsUp: readonly boolean[];
}

export function outgoingOf(count: number, links: readonly Link[]): number[][] {
  const outgoing = Array.from({ length: count }, (): number[] => []);
  for (const [index, { from }] of links.entries()) outgoing[from]?.push(index);
  return outgoing;
}

/** @param first vertices that are visited before the others */
export function ranksOf(count: number, links: readonly Link[], first: readonly number[]): Ranks {
  const outgoing = outgoingOf(count, links);
  const { order, leadsUp } = walk(outgoing, links, [...first, ...outgoing.keys()]);
  const rows = Array.from({ length: count }, () => 0);
  const isEntered = Array.from({ length: count }, () => false);
  const below = (vertex: number): number[] =>
    (outgoing[vertex] ?? []).flatMap((link) => (leadsUp[link] ? [] : (links[link]?.to ?? [])));
  for (const vertex of order)
    for (const lower of below(vertex)) {
      isEntered[lower] = true;
      rows[lower] = Math.max(rows[lower] ?? 0, (rows[vertex] ?? 0) + 1);
    }
  // What nothing leads to stands right above what it leads to, not at the top.
  const starts = new Set(first);
  for (const vertex of order) {
    const lower = below(vertex);
    if (isEntered[vertex] || starts.has(vertex) || lower.length === 0) continue;
    rows[vertex] = Math.max(0, Math.min(...lower.map((end) => rows[end] ?? 0)) - 1);
  }
  return { rows, order, leadsUp };
}

/** Depth first, without recursion: a chain may be a thousand blocks long. */
function walk(
  outgoing: readonly (readonly number[])[],
  links: readonly Link[],
  starts: readonly number[],
): Pick<Ranks, 'order' | 'leadsUp'> {
  const state = outgoing.map((): 'new' | 'open' | 'done' => 'new');
  const next = outgoing.map(() => 0);
  const leadsUp = links.map(() => false);
  const finished: number[] = [];
  for (const start of starts) {
    if (state[start] !== 'new') continue;
    state[start] = 'open';
    const path = [start];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const link = outgoing[at]?.[next[at] ?? 0];
      next[at] = (next[at] ?? 0) + 1;
      if (link === undefined) {
        state[at] = 'done';
        finished.push(at);
        path.pop();
        continue;
      }
      const to = links[link]?.to ?? at;
      if (state[to] === 'new') {
        state[to] = 'open';
        path.push(to);
      } else leadsUp[link] = state[to] === 'open';
    }
  }
  return { order: finished.reverse(), leadsUp };
}
