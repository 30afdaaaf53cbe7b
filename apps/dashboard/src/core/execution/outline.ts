/**
 * The version that ran, as much of it as rows need: its blocks in the order in which they can run.
 * Read from a definition that a newer server may have written, so nothing of its shape is trusted.
 */
export interface OutlineBlock {
  readonly id: string;
  readonly name: string;
  readonly blockType: string;
}

interface OutlineEdge {
  readonly from: string;
  readonly to: string;
  readonly port: string;
}

export interface Outline {
  readonly blocks: ReadonlyMap<string, OutlineBlock>;
  readonly edges: readonly OutlineEdge[];
  /** A block that can run later has a higher rank. */
  readonly ranks: ReadonlyMap<string, number>;
  readonly trigger: OutlineBlock | null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const triggerTypes: ReadonlySet<string> = new Set([
  ...['webhook', 'api_trigger', 'manual', 'chat', 'schedule'],
]);

export function outlineOf(definition: unknown): Outline {
  const fields = isRecord(definition) ? definition : {};
  const blocks = new Map(
    listOf(fields['blocks']).map(({ id, name, type }) => {
      const block = { id: textOf(id), name: textOf(name) || textOf(id), blockType: textOf(type) };
      return [block.id, block] as const;
    }),
  );
  const edges = listOf(fields['edges']).map(({ from, to, port }) => ({
    from: textOf(from),
    to: textOf(to),
    port: textOf(port) || 'out',
  }));
  const trigger = [...blocks.values()].find(({ blockType }) => triggerTypes.has(blockType)) ?? null;
  return { blocks, edges, ranks: ranksOf(blocks, edges), trigger };
}

/** Length of the longest way to each block; what a cycle holds keeps the rank it had. */
function ranksOf(
  blocks: ReadonlyMap<string, OutlineBlock>,
  edges: readonly OutlineEdge[],
): Map<string, number> {
  const ranks = new Map<string, number>([...blocks.keys()].map((id) => [id, 0]));
  const entering = new Map<string, number>();
  for (const { to } of edges) entering.set(to, (entering.get(to) ?? 0) + 1);
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const free = [...blocks.keys()].filter((id) => !entering.has(id));
  for (let id = free.pop(); id !== undefined; id = free.pop())
    for (const { to } of leaving.get(id) ?? []) {
      ranks.set(to, Math.max(ranks.get(to) ?? 0, (ranks.get(id) ?? 0) + 1));
      const left = (entering.get(to) ?? 1) - 1;
      entering.set(to, left);
      if (left === 0) free.push(to);
    }
  return ranks;
}

/**
 * Blocks that would have run next: behind one that failed or has not ended. Blocks behind an
 * untaken port are not among them.
 */
export function notReached(
  { blocks, edges }: Outline,
  stoppedAt: readonly string[],
  hasRun: (blockId: string) => boolean,
): OutlineBlock[] {
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const found = new Map<string, OutlineBlock>();
  const open = [...stoppedAt];
  for (let id = open.shift(); id !== undefined; id = open.shift())
    for (const { to, port } of leaving.get(id) ?? []) {
      const block = blocks.get(to);
      if (block === undefined || port !== 'out' || hasRun(to) || found.has(to)) continue;
      found.set(to, block);
      open.push(to);
    }
  return [...found.values()];
}
