/**
 * Containers (loop, parallel) and their bodies: a body is every block after the container's `each`
 * port. The root region is the graph without the bodies. A body's region is its blocks and the
 * container, which starts it.
 */
import type { BlockDefinition, EdgeDefinition, WorkflowDefinition } from './definition.js';
import { buildGraph, defaultPort, type Graph, orderOf } from './graph.js';

/** Port that leads into the body of a loop or parallel. */
export const eachPort = 'each';

export interface Region {
  /** Indexes in it are the region's own. */
  readonly graph: Graph;
  /** The trigger or the container, by the region's own index; -1 when there is none. */
  readonly start: number;
  /** Index in the whole definition, by the region's own index. */
  readonly globalIndex: readonly number[];
}

export interface Regions {
  readonly root: Region;
  /** By the container's index in the whole definition. */
  readonly bodies: ReadonlyMap<number, Region>;
  /** By block index: indexes of the containers around it, outermost first. */
  readonly enclosing: readonly (readonly number[])[];
}

/** An edge that leads into a body from outside. */
export interface BodyEntry {
  readonly edgeIndex: number;
  readonly container: string;
  readonly to: string;
}

interface Bodies {
  readonly graph: Graph;
  /** By block index: the innermost container around it, -1 for none. */
  readonly innermost: readonly number[];
  /** Container indexes, each after the containers around it. */
  readonly containers: readonly number[];
  /** By block index: its place in the walk; an edge to an earlier place closes a cycle. */
  readonly place: readonly number[];
}

/** The container whose body an edge leads into, -1 for none. */
const bodyBehind = (
  { graph, innermost }: Pick<Bodies, 'graph' | 'innermost'>,
  isContainer: (block: BlockDefinition) => boolean,
  from: number,
  port: string,
): number => {
  const block = graph.blocks[from];
  const entersOwn = port === eachPort && block !== undefined && isContainer(block);
  return entersOwn ? from : (innermost[from] ?? -1);
};

/** One walk in the order of the edges, so that the cost is linear however deep bodies nest. */
function bodiesOf(
  definition: WorkflowDefinition,
  isContainer: (block: BlockDefinition) => boolean,
): Bodies {
  const graph = buildGraph(definition);
  const { order } = orderOf(graph);
  const innermost = definition.blocks.map(() => -1);
  const depth = definition.blocks.map(() => 0);
  const place = definition.blocks.map(() => 0);
  for (const [at, index] of order.entries()) place[index] = at;
  const depthIn = (body: number): number => (body === -1 ? 0 : (depth[body] ?? 0) + 1);
  for (const from of order) {
    depth[from] = depthIn(innermost[from] ?? -1);
    for (const { to, port } of graph.outgoing[from] ?? []) {
      const body = bodyBehind({ graph, innermost }, isContainer, from, port);
      // Of several bodies, which only an invalid definition has, the deepest counts.
      if ((place[to] ?? 0) > (place[from] ?? 0) && depthIn(body) > depthIn(innermost[to] ?? -1))
        innermost[to] = body;
    }
  }
  const containers = order.filter((index) => {
    const block = graph.blocks[index];
    return block !== undefined && isContainer(block);
  });
  return { graph, innermost, containers, place };
}

/** Edges that would make a block run both inside and outside a body. A definition may have none. */
export function findBodyEntries(
  definition: WorkflowDefinition,
  isContainer: (block: BlockDefinition) => boolean,
): BodyEntry[] {
  const { graph, innermost, place } = bodiesOf(definition, isContainer);
  return definition.edges.flatMap(({ from, to, port = defaultPort }, edgeIndex) => {
    const [source, target] = [graph.indexOf.get(from), graph.indexOf.get(to)];
    if (source === undefined || target === undefined) return [];
    if ((place[target] ?? 0) <= (place[source] ?? 0)) return [];
    const body = innermost[target] ?? -1;
    if (bodyBehind({ graph, innermost }, isContainer, source, port) === body) return [];
    return [{ edgeIndex, container: graph.blocks[body]?.id ?? '', to }];
  });
}

/** The definition must have passed its checks. */
export function buildRegions(
  definition: WorkflowDefinition,
  isContainer: (block: BlockDefinition) => boolean,
  triggerIndex: number,
): Regions {
  const { graph, innermost, containers } = bodiesOf(definition, isContainer);
  const rootKey = -1;
  const members = new Map<number, number[]>([[rootKey, []]]);
  const edges = new Map<number, EdgeDefinition[]>([[rootKey, []]]);
  const enclosed = new Map<number, readonly number[]>([[rootKey, []]]);
  for (const container of containers) {
    const around = innermost[container] ?? rootKey;
    members.set(container, [container]);
    edges.set(container, []);
    enclosed.set(container, [...(enclosed.get(around) ?? []), container]);
  }
  for (const [index, body] of innermost.entries()) members.get(body)?.push(index);
  for (const edge of definition.edges) {
    const from = graph.indexOf.get(edge.from);
    const to = graph.indexOf.get(edge.to);
    if (from === undefined || to === undefined) continue;
    const body = innermost[to] ?? rootKey;
    // In its own body the container is left by `each`; in its region by every other port.
    if (bodyBehind({ graph, innermost }, isContainer, from, edge.port ?? defaultPort) === body)
      edges.get(body)?.push(edge);
  }
  const regionOf = (key: number, startIndex: number): Region => {
    const globalIndex = members.get(key) ?? [];
    const blocks = globalIndex.flatMap((index) => definition.blocks[index] ?? []);
    return {
      graph: buildGraph({ blocks, edges: edges.get(key) ?? [], variables: {} }),
      start: globalIndex.indexOf(startIndex),
      globalIndex,
    };
  };
  return {
    root: regionOf(rootKey, triggerIndex),
    bodies: new Map(
      definition.blocks.flatMap((_, index) =>
        members.has(index) ? [[index, regionOf(index, index)] as const] : [],
      ),
    ),
    enclosing: innermost.map((body) => enclosed.get(body) ?? []),
  };
}
