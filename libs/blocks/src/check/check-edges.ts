/** Edges: their ends exist, their ports exist, they close no cycle and enter no body. */
import {
  buildGraph,
  defaultPort,
  didYouMean,
  errorPort,
  findBodyEntries,
  orderOf,
  type BlockDefinition,
  type EdgeDefinition,
  type WorkflowDefinition,
} from '@libs/workflow';
import { isContainer } from '../workflow-shape.js';
import { blockTypes } from '../registry.js';
import { type ProblemList, unnamed } from './problem-list.js';

/** Most names in one message. */
const maxListed = 20;

/** Null when its type is unknown. */
export function portsOf(block: BlockDefinition): readonly string[] | null {
  const type = blockTypes.get(block.type);
  if (type === undefined) return null;
  const own = type.ports(block.config);
  return type.role === 'trigger' || type.role === 'annotation' ? own : [...own, errorPort];
}

const listed = (names: readonly string[]): string =>
  names.slice(0, maxListed).join(', ') + (names.length > maxListed ? ' and others' : '');

class EdgeCheck {
  readonly #byId: ReadonlyMap<string, BlockDefinition>;
  readonly #portsById: ReadonlyMap<string, readonly string[] | null>;

  constructor(
    definition: WorkflowDefinition,
    extraTriggers: ReadonlySet<BlockDefinition>,
    private readonly list: ProblemList,
  ) {
    this.#byId = new Map(definition.blocks.map((block) => [block.id, block]));
    this.#portsById = new Map(
      definition.blocks.map((block) => [
        block.id,
        extraTriggers.has(block) ? null : portsOf(block),
      ]),
    );
  }

  check(edge: EdgeDefinition, index: number): void {
    const from = this.#end(edge.from, `edges[${index}].from`);
    const to = this.#end(edge.to, `edges[${index}].to`);
    const isNote = (block: BlockDefinition | null): boolean =>
      block !== null && blockTypes.get(block.type)?.role === 'annotation';
    if (isNote(from) || isNote(to)) {
      const message = 'A note has no edges. Remove the edge';
      const note = isNote(from) ? from : to;
      this.list.problem(note, { code: 'DANGLING_EDGE', field: `edges[${index}]`, message });
      return;
    }
    if (from !== null) this.#port(from, edge, index);
    if (to !== null && blockTypes.get(to.type)?.role === 'trigger') {
      const message =
        'An edge can not lead into a trigger: nothing runs before it. Remove the edge';
      this.list.problem(to, { code: 'DANGLING_EDGE', field: `edges[${index}].to`, message });
    }
  }

  #end(id: string, field: string): BlockDefinition | null {
    const block = this.#byId.get(id);
    if (block !== undefined) return block;
    if (id.startsWith(unnamed)) return null;
    const suggestion = this.list.nearest.of(id, this.#byId.keys());
    const message = `No block has the id "${id.slice(0, 100)}"${didYouMean(suggestion)}`;
    this.list.problem(missing(id), { code: 'DANGLING_EDGE', field, message, suggestion });
    return null;
  }

  #port(from: BlockDefinition, { port = defaultPort }: EdgeDefinition, index: number): void {
    const ports = this.#portsById.get(from.id) ?? null;
    if (ports === null || ports.includes(port)) return;
    const suggestion = this.list.nearest.of(port, ports);
    const message = `The block has no port "${port.slice(0, 100)}"; it has ${listed(ports)}${didYouMean(suggestion)}`;
    const field = `edges[${index}].port`;
    this.list.problem(from, { code: 'UNKNOWN_PORT', field, message, suggestion });
  }
}

/** Stands for the block that an edge names in vain: callers find the id there. */
const missing = (id: string): BlockDefinition => ({
  ...{ id: id.slice(0, 100), type: '', config: {} },
  name: unnamed,
});

export function checkEdges(
  definition: WorkflowDefinition,
  extraTriggers: ReadonlySet<BlockDefinition>,
  list: ProblemList,
): void {
  const check = new EdgeCheck(definition, extraTriggers, list);
  for (const [index, edge] of definition.edges.entries()) check.check(edge, index);
}

/** @returns whether executions could walk the graph */
export function checkGraph(definition: WorkflowDefinition, list: ProblemList): boolean {
  const { blocks, edges } = definition;
  const { cycles } = orderOf(buildGraph(definition));
  const edgeIndex = new Map(
    cycles.length === 0
      ? []
      : edges.map(({ from, to }, index) => [JSON.stringify([from, to]), index] as const),
  );
  for (const cycle of cycles) {
    const ids = cycle.map((index) => blocks[index]?.id ?? '');
    const [first = '', last = ''] = [ids[0], ids.at(-1)];
    const back = edgeIndex.get(JSON.stringify([last, first])) ?? 0;
    const shown = ids.length > maxListed ? [...ids.slice(0, maxListed), '…'] : ids;
    const message = `These blocks form a cycle: ${[...shown, first].join(' -> ')}. Remove this edge; use a loop block to repeat blocks`;
    const block = blocks[cycle[0] ?? -1] ?? null;
    list.problem(block, { code: 'CYCLE', field: `edges[${back}]`, message });
  }
  const entries = findBodyEntries(definition, isContainer);
  const byId = new Map(entries.length === 0 ? [] : blocks.map((block) => [block.id, block]));
  for (const { edgeIndex: index, container, to } of entries) {
    const message = `The block "${to}" belongs to the body of "${container}" (after its port "each"), so no block outside may lead to it. Remove the edge, or let "${container}" lead on by its port "out"`;
    list.problem(byId.get(to) ?? null, { code: 'BODY_ENTERED', field: `edges[${index}]`, message });
  }
  return cycles.length === 0 && entries.length === 0;
}
