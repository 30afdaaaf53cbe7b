/**
 * A workflow as a tree to read from top to bottom: bodies inside their containers, tools below
 * their agents, and branches below the block that they leave. What all branches lead to, and the
 * longest branch, go on at the level of that block, so that a straight workflow is a flat list.
 *
 *     check
 *       no: reject
 *     yes: charge
 *     accept
 */
import { buildGraph, defaultPort, errorPort, orderOf } from '@libs/workflow';
import type { GraphBlock, WorkflowGraph } from '../workflow-graph/workflow-graph.js';

export interface OutlineNode {
  readonly block: GraphBlock;
  /** The ports that lead to it, where they say more than the order does. */
  readonly arms: readonly string[];
  readonly place: 'line' | 'branch' | 'body' | 'tool';
  readonly children: readonly OutlineNode[];
}

interface Head {
  readonly id: string;
  readonly port: string;
  /** Blocks that only it leads to, itself included. */
  readonly size: number;
}

type Place = OutlineNode['place'];

/** By block: the last block that every way to it passes. Null: there is none. */
function dominators({ blocks, edges }: WorkflowGraph): ReadonlyMap<string, string | null> {
  const { order } = orderOf(buildGraph({ blocks, edges, variables: {} }));
  const ids = order.flatMap((index) => blocks[index]?.id ?? []);
  const rank = new Map(ids.map((id, at) => [id, at]));
  const incoming = Map.groupBy(edges, ({ to }) => to);
  const found = new Map<string, string | null>();
  const common = (a: string | null, b: string | null): string | null => {
    let [one, other] = [a, b];
    while (one !== other) {
      if (one === null || other === null) return null;
      if ((rank.get(one) ?? 0) > (rank.get(other) ?? 0)) one = found.get(one) ?? null;
      else other = found.get(other) ?? null;
    }
    return one;
  };
  for (const id of ids) {
    // An edge of a cycle leads back to what was not seen yet.
    const sources = (incoming.get(id) ?? [])
      .map(({ from }) => from)
      .filter((from) => found.has(from));
    const [first = null, ...others] = sources;
    found.set(id, others.reduce<string | null>(common, first));
  }
  return found;
}

/** In the order in which they can run, and else in that of the text. Without edges: at the end. */
function ranksOf({ blocks, edges, triggerId }: WorkflowGraph): ReadonlyMap<string, number> {
  // A depth-first order ends with what it visits first.
  const [last, lastEdges] = [blocks.toReversed(), edges.toReversed()];
  const { order } = orderOf(buildGraph({ blocks: last, edges: lastEdges, variables: {} }));
  const connected = new Set([
    ...edges.flatMap(({ from, to }) => [from, to]),
    ...blocks.flatMap(({ id, parent }) => (parent === null ? [] : id)),
  ]);
  const place = (id: string): number => (id === triggerId ? 0 : connected.has(id) ? 1 : 2);
  const ids = order.flatMap((index) => last[index]?.id ?? []).sort((a, b) => place(a) - place(b));
  return new Map(ids.map((id, at) => [id, at]));
}

class OutlineWriter {
  readonly #byId: ReadonlyMap<string, GraphBlock>;
  readonly #rank: ReadonlyMap<string, number>;
  readonly #incoming: ReadonlyMap<string, WorkflowGraph['edges']>;
  readonly #below: ReadonlyMap<string | null, readonly string[]>;
  readonly #tools: ReadonlyMap<string, readonly string[]>;
  readonly #inside: ReadonlyMap<string | null, readonly GraphBlock[]>;
  readonly #sizes = new Map<string, number>();
  /** Blocks that nothing leads to. */
  readonly #starts: ReadonlySet<string>;
  readonly #written = new Set<string>();

  constructor(graph: WorkflowGraph) {
    this.#byId = new Map(graph.blocks.map((block) => [block.id, block]));
    this.#rank = ranksOf(graph);
    const edges = graph.edges.filter(
      ({ from, to, kind }) => kind !== 'tool' && this.#parentOf(from) === this.#parentOf(to),
    );
    this.#incoming = Map.groupBy(edges, ({ to }) => to);
    const tools = graph.edges.filter(
      ({ kind, from, to }) =>
        kind === 'tool' && !this.#incoming.has(to) && this.#parentOf(from) === this.#parentOf(to),
    );
    this.#tools = new Map(
      [...Map.groupBy(tools, ({ from }) => from)].map(([id, all]) => [id, all.map(({ to }) => to)]),
    );
    const last = dominators({ ...graph, edges });
    const below = Map.groupBy(
      graph.blocks.map(({ id }) => id),
      (id) => last.get(id) ?? null,
    );
    this.#below = below;
    this.#starts = new Set(below.get(null));
    this.#inside = Map.groupBy(graph.blocks, ({ parent }) => parent);
    for (const id of this.#sortedBackwards())
      this.#sizes.set(
        id,
        (below.get(id) ?? []).reduce((sum, one) => sum + (this.#sizes.get(one) ?? 1), 1),
      );
  }

  /** The blocks that stand in a container, or in none, and their lines. */
  region(parent: string | null): OutlineNode[] {
    const tools = new Set([...this.#tools.values()].flat());
    const ids = this.#sorted((this.#inside.get(parent) ?? []).map(({ id }) => id));
    const place = parent === null ? 'line' : 'body';
    const write = (id: string): OutlineNode[] =>
      this.#written.has(id) ? [] : this.#line(id, place);
    const nodes = ids.filter((id) => !tools.has(id) && this.#starts.has(id)).flatMap(write);
    // Blocks of a cycle that nothing else leads to, and agents that are tools of each other.
    return [...nodes, ...ids.flatMap(write)];
  }

  /** A block, and all that goes on at its level. */
  #line(first: string, place: Place): OutlineNode[] {
    const nodes: OutlineNode[] = [];
    const waiting = [first];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const block = this.#byId.get(id);
      if (block === undefined || this.#written.has(id)) continue;
      this.#written.add(id);
      const { main, sides, joins } = this.#followers(id);
      nodes.push({
        block,
        arms: this.#armsOf(id),
        place: nodes.length === 0 ? place : place === 'body' ? 'body' : 'line',
        children: this.#children(id, sides),
      });
      waiting.push(...joins.toReversed(), ...(main === null ? [] : [main]));
    }
    return nodes;
  }

  #children(id: string, sides: readonly string[]): OutlineNode[] {
    const block = this.#byId.get(id);
    return [
      ...(this.#tools.get(id) ?? []).flatMap((tool) => this.#tool(tool)),
      ...(block?.kind === 'container' ? this.region(id) : []),
      ...sides.flatMap((side) => this.#line(side, 'branch')),
    ];
  }

  #tool(id: string): OutlineNode[] {
    const block = this.#byId.get(id);
    if (block === undefined || this.#written.has(id)) return [];
    this.#written.add(id);
    return [{ block, arms: [], place: 'tool', children: this.#children(id, []) }];
  }

  #followers(id: string) {
    const below = this.#sorted(this.#below.get(id) ?? []);
    const isHead = (one: string): boolean =>
      new Set((this.#incoming.get(one) ?? []).map(({ from }) => from)).size === 1;
    const heads = below.filter(isHead).map((one): Head => {
      const port = this.#incoming.get(one)?.[0]?.port ?? defaultPort;
      return { id: one, port, size: this.#sizes.get(one) ?? 1 };
    });
    const main = mainOf(heads);
    return {
      main,
      sides: heads.flatMap((head) => (head.id === main ? [] : head.id)),
      joins: below.filter((one) => !isHead(one)),
    };
  }

  #armsOf(id: string): string[] {
    const edges = this.#incoming.get(id) ?? [];
    const labels = edges.flatMap(({ label }) => label ?? []);
    return [...new Set(labels)];
  }

  #parentOf(id: string): string | null {
    return this.#byId.get(id)?.parent ?? null;
  }

  #sorted(ids: readonly string[]): string[] {
    return ids.toSorted((a, b) => (this.#rank.get(a) ?? 0) - (this.#rank.get(b) ?? 0));
  }

  /** Each block before the one that it is below of. */
  #sortedBackwards(): readonly string[] {
    const seen: (string | null)[] = [null];
    for (const id of seen) seen.push(...(this.#below.get(id) ?? []));
    return seen.toReversed().flatMap((id) => id ?? []);
  }
}

/** The usual port goes on; without it the longest branch. Never what goes wrong. */
function mainOf(heads: readonly Head[]): string | null {
  const usual = heads.find(({ port }) => port === defaultPort);
  if (usual !== undefined) return usual.id;
  const branches = heads.filter(({ port }) => port !== errorPort);
  return branches.toSorted((a, b) => b.size - a.size)[0]?.id ?? null;
}

export const outlineTree = (graph: WorkflowGraph): readonly OutlineNode[] =>
  new OutlineWriter(graph).region(null);
