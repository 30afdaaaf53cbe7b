/**
 * Containers (loop, parallel) and their bodies: a body is every block after the container's `each`
 * port. The root region is the graph without the bodies. A body's region is its blocks and the
 * container, which starts it.
 */
import type { BlockDefinition, WorkflowDefinition } from './definition.js';
import { buildGraph, type Graph } from './graph.js';

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

/** Indexes of all blocks after the container's `each` port. */
function bodyOf(graph: Graph, container: number): Set<number> {
  const body = new Set<number>();
  const stack = (graph.outgoing[container] ?? []).filter((edge) => edge.port === eachPort);
  for (let edge = stack.pop(); edge !== undefined; edge = stack.pop()) {
    if (edge.to === container || body.has(edge.to)) continue;
    body.add(edge.to);
    stack.push(...(graph.outgoing[edge.to] ?? []));
  }
  return body;
}

function bodiesOf(
  definition: WorkflowDefinition,
  isContainer: (block: BlockDefinition) => boolean,
): Map<number, Set<number>> {
  const graph = buildGraph(definition);
  return new Map(
    definition.blocks.flatMap((block, index) =>
      isContainer(block) ? [[index, bodyOf(graph, index)] as const] : [],
    ),
  );
}

/** Edges that would make a block run both inside and outside a body. A definition may have none. */
export function findBodyEntries(
  definition: WorkflowDefinition,
  isContainer: (block: BlockDefinition) => boolean,
): BodyEntry[] {
  const indexOf = new Map(definition.blocks.map((block, index) => [block.id, index]));
  const entries: BodyEntry[] = [];
  for (const [container, body] of bodiesOf(definition, isContainer)) {
    const id = definition.blocks[container]?.id ?? '';
    for (const [edgeIndex, edge] of definition.edges.entries()) {
      const from = indexOf.get(edge.from) ?? -1;
      if (!body.has(indexOf.get(edge.to) ?? -1) || body.has(from)) continue;
      if (from !== container || edge.port !== eachPort)
        entries.push({ edgeIndex, container: id, to: edge.to });
    }
  }
  return entries;
}

function regionOf(
  definition: WorkflowDefinition,
  indexOf: ReadonlyMap<string, number>,
  members: readonly number[],
  startIndex: number,
  isBody: boolean,
): Region {
  const blocks = members
    .map((index) => definition.blocks[index])
    .filter((block) => block !== undefined);
  const inside = new Set(members);
  const edges = definition.edges.filter((edge) => {
    const from = indexOf.get(edge.from) ?? -1;
    if (!inside.has(from) || !inside.has(indexOf.get(edge.to) ?? -1)) return false;
    // In its own body the container is left by `each`; in its region by every other port.
    return isBody && from === startIndex ? edge.port === eachPort : true;
  });
  return {
    graph: buildGraph({ blocks, edges, variables: {} }),
    start: members.indexOf(startIndex),
    globalIndex: members,
  };
}

/** The definition must have passed its checks. */
export function buildRegions(
  definition: WorkflowDefinition,
  isContainer: (block: BlockDefinition) => boolean,
  triggerIndex: number,
): Regions {
  const bodies = bodiesOf(definition, isContainer);
  const indexOf = new Map(definition.blocks.map((block, index) => [block.id, index]));
  // The larger of two nested bodies is the outer one.
  const outermostFirst = [...bodies].sort(([, one], [, other]) => other.size - one.size);
  const enclosing = definition.blocks.map((_, index) =>
    outermostFirst.flatMap(([container, body]) => (body.has(index) ? [container] : [])),
  );
  const directly = (container: number): number[] =>
    definition.blocks.flatMap((_, index) =>
      (enclosing[index]?.at(-1) ?? -1) === container ? [index] : [],
    );
  return {
    root: regionOf(definition, indexOf, directly(-1), triggerIndex, false),
    bodies: new Map(
      [...bodies.keys()].map((container) => [
        container,
        regionOf(definition, indexOf, [container, ...directly(container)], container, true),
      ]),
    ),
    enclosing,
  };
}
