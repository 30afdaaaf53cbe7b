/**
 * Which blocks a trial of a draft can reach, and the definition that it runs: the draft, cut to
 * those blocks. Cutting the definition needs nothing of the runner, so a runner of any release
 * runs no block too many. The draft may have problems: only its shape was checked. Pure.
 */
import { errorPort, type EdgeDefinition, type WorkflowDefinition } from '@libs/workflow';
import { isContainer, shapeOf, type WorkflowShape } from '../compile-workflow.js';
import { inertBlock, withoutProblems } from './inert-blocks.js';
import { pinnedResults, type PinnedResult } from './pinned-results.js';
import { enclosingNames, toolsOf } from './reached-blocks.js';
import { blockTypes } from '../registry.js';

export interface PartialRunRequest {
  /** Outputs by block id; these blocks do not run. */
  readonly pinned: Readonly<Record<string, unknown>>;
  /** Runs this block and what it needs, nothing after it. */
  readonly toBlockId: string | null;
  /** Runs this block alone; it reads pinned outputs and the input. */
  readonly onlyBlockId: string | null;
  /** Blocks of a rerun that do not run, because their results are taken over. */
  readonly takenOver?: readonly Pick<PinnedResult, 'blockId' | 'ports'>[];
}

export interface PartialRun {
  readonly ok: true;
  /** It compiles, except for the expressions and references of reached blocks. */
  readonly definition: WorkflowDefinition;
  /** Ids of the blocks that may run, with the trigger and the tools of agents. */
  readonly reached: ReadonlySet<string>;
  readonly pinned: readonly PinnedResult[];
}

export interface RefusedField {
  /** Of the request: `pinned.api`, `toBlockId` or `onlyBlockId`. */
  readonly field: string;
  readonly message: string;
}

/** Blocks by index, and the edges among them. */
interface Cut {
  readonly kept: ReadonlySet<number>;
  readonly edges: readonly EdgeDefinition[];
}

type Pinned = ReadonlyMap<number, Pick<PinnedResult, 'blockId' | 'ports'>>;

/** @param definition has a trigger */
export function partialRun(
  definition: WorkflowDefinition,
  request: PartialRunRequest,
): PartialRun | { readonly ok: false; readonly refused: readonly RefusedField[] } {
  const shape = shapeOf(definition);
  const { pinned, refused } = pinnedResults(definition, shape, request.pinned);
  const chosen = targetOf(definition, shape, request);
  if ('field' in chosen) return { ok: false, refused: [...refused, chosen] };
  if (refused.length > 0) return { ok: false, refused };
  const { target } = chosen;
  const byIndex: Pinned = new Map(
    [...(request.takenOver ?? []), ...pinned].map(({ blockId, ports }) => [
      shape.graph.indexOf.get(blockId) ?? -1,
      { blockId, ports },
    ]),
  );
  const cut =
    target === null
      ? wholeCut(definition, shape, byIndex)
      : request.onlyBlockId === null
        ? cutTo(definition, shape, byIndex, target)
        : cutOnly(definition, shape, byIndex, target);
  if (cut === null) {
    const message = `No path leads from the trigger to the block "${request.toBlockId ?? ''}". Connect it, or run it alone with "onlyBlockId"`;
    return { ok: false, refused: [{ field: 'toBlockId', message }] };
  }
  const running = [...cut.kept].filter((index) => !byIndex.has(index));
  const reached = new Set(
    [...running, ...toolsOf(definition, running)].map((index) => idAt(definition, index)),
  );
  const blocks = withoutProblems(definition.blocks, reached);
  const ended =
    target === null ? { blocks, edges: cut.edges } : withEnds(definition, blocks, cut, target);
  return { ok: true, definition: { ...definition, ...ended }, reached, pinned };
}

const idAt = ({ blocks }: WorkflowDefinition, index: number): string => blocks[index]?.id ?? '';

/** The index of the block that the run ends with; null for a whole run. */
function targetOf(
  definition: WorkflowDefinition,
  shape: WorkflowShape,
  { toBlockId, onlyBlockId, pinned }: PartialRunRequest,
): { readonly target: number | null } | RefusedField {
  const id = onlyBlockId ?? toBlockId;
  if (id === null) return { target: null };
  const field = onlyBlockId === null ? 'toBlockId' : 'onlyBlockId';
  const refuse = (message: string): RefusedField => ({ field, message });
  if (onlyBlockId !== null && toBlockId !== null)
    return refuse('Give either "toBlockId" or "onlyBlockId", not both');
  const index = shape.graph.indexOf.get(id) ?? -1;
  const block = definition.blocks[index];
  if (block === undefined) return refuse(`The draft has no block with the id "${id}"`);
  const role = blockTypes.get(block.type)?.role;
  if (index === shape.triggerIndex || role === 'trigger')
    return refuse(`The block "${block.name}" is a trigger: its output is "input". Choose another`);
  if (role === 'annotation') return refuse(`The block "${block.name}" is a note and never runs`);
  if (Object.hasOwn(pinned, id))
    return refuse(
      `The block "${block.name}" is pinned, so it does not run. Remove it from "pinned"`,
    );
  const around = enclosingNames(definition, shape, index);
  const [outermost] = around;
  if (outermost !== undefined && onlyBlockId !== null)
    return refuse(
      `The block "${block.name}" is in the body of "${outermost.name}" and needs its iteration. Run "${outermost.id}" alone, or run up to this block with "toBlockId"`,
    );
  const pinnedAround = around.find((container) => Object.hasOwn(pinned, container.id));
  if (pinnedAround !== undefined)
    return refuse(
      `The block "${block.name}" is in the body of "${pinnedAround.name}", which is pinned and does not run. Remove "${pinnedAround.id}" from "pinned"`,
    );
  return { target: index };
}

/** Follows a pinned block only by its ports, and no block that `stays` refuses. */
function after(
  { graph }: WorkflowShape,
  starts: readonly number[],
  pinned: Pinned,
  stays: (index: number) => boolean = () => true,
): Set<number> {
  const found = new Set<number>();
  const stack = starts.filter(stays);
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    if (found.has(index)) continue;
    found.add(index);
    const ports = pinned.get(index)?.ports;
    for (const { to, port } of graph.outgoing[index] ?? [])
      if (stays(to) && (ports?.includes(port) ?? true)) stack.push(to);
  }
  return found;
}

const wholeCut = ({ edges }: WorkflowDefinition, shape: WorkflowShape, pinned: Pinned): Cut => ({
  kept: after(shape, [shape.triggerIndex], pinned),
  edges,
});

/** The block and those before it; not those before a pinned block. */
function before(
  definition: WorkflowDefinition,
  { graph }: WorkflowShape,
  pinned: Pinned,
  target: number,
): Set<number> {
  const incoming = new Map<number, number[]>();
  for (const { from, to } of definition.edges) {
    const [source, sink] = [graph.indexOf.get(from), graph.indexOf.get(to)];
    if (source === undefined || sink === undefined) continue;
    const known = incoming.get(sink);
    if (known === undefined) incoming.set(sink, [source]);
    else known.push(source);
  }
  const found = new Set<number>();
  const stack = [target];
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    if (found.has(index)) continue;
    found.add(index);
    if (!pinned.has(index)) stack.push(...(incoming.get(index) ?? []));
  }
  return found;
}

/** Null when no path leads to the target. */
function cutTo(
  definition: WorkflowDefinition,
  shape: WorkflowShape,
  pinned: Pinned,
  target: number,
): Cut | null {
  const { triggerIndex } = shape;
  const needed = before(definition, shape, pinned, target);
  const sources = [...pinned.keys()].filter((index) => needed.has(index));
  const kept = after(
    shape,
    [triggerIndex, ...sources],
    pinned,
    (index) => index === triggerIndex || needed.has(index),
  );
  if (!kept.has(target)) return null;
  const around = new Set(shape.regions.enclosing[target]);
  for (const index of [...kept])
    if (!pinned.has(index) && !around.has(index))
      for (const inside of bodyOf(definition, shape, index)) kept.add(inside);
  const edges = edgesAmong(definition, shape, kept);
  const entered = new Set(edges.map(({ to }) => to));
  const starts = sources
    .map((index) => idAt(definition, index))
    .filter((id) => !entered.has(id))
    .map((to) => ({ from: idAt(definition, triggerIndex), to }));
  return { kept, edges: [...edges, ...starts] };
}

function cutOnly(
  definition: WorkflowDefinition,
  shape: WorkflowShape,
  pinned: Pinned,
  target: number,
): Cut {
  const trigger = idAt(definition, shape.triggerIndex);
  const only = idAt(definition, target);
  const own = new Set([target, ...bodyOf(definition, shape, target)]);
  // The output of a pinned block without a way out would be part of the run's output.
  const ways = [...pinned.values()].flatMap(({ blockId, ports: [port] }) => [
    { from: trigger, to: blockId },
    ...(port === undefined ? [] : [{ from: blockId, to: only, port }]),
  ]);
  return {
    kept: new Set([shape.triggerIndex, ...own, ...pinned.keys()]),
    edges: [{ from: trigger, to: only }, ...edgesAmong(definition, shape, own), ...ways],
  };
}

/** Indexes of the blocks in a container's body, those of inner bodies included. */
function bodyOf(
  { blocks }: WorkflowDefinition,
  { regions }: WorkflowShape,
  container: number,
): readonly number[] {
  const block = blocks[container];
  if (block === undefined || !isContainer(block)) return [];
  return regions.enclosing.flatMap((around, index) => (around.includes(container) ? [index] : []));
}

const edgesAmong = (
  { edges }: WorkflowDefinition,
  { graph }: WorkflowShape,
  kept: ReadonlySet<number>,
): EdgeDefinition[] =>
  edges.filter(
    ({ from, to }) =>
      kept.has(graph.indexOf.get(from) ?? -1) && kept.has(graph.indexOf.get(to) ?? -1),
  );

/**
 * A block whose `error` edge was cut off must still leave by it: without one, a 404 would go on by
 * `out`. Those edges lead to a block that does nothing. The target itself fails the run.
 */
function withEnds(
  definition: WorkflowDefinition,
  blocks: WorkflowDefinition['blocks'],
  { kept, edges }: Cut,
  target: number,
): Pick<WorkflowDefinition, 'blocks' | 'edges'> {
  const indexes = new Map(definition.blocks.map(({ id }, index) => [id, index]));
  const isKept = (id: string): boolean => kept.has(indexes.get(id) ?? -1);
  const cutOff = definition.edges.filter(
    ({ from, to, port }) =>
      port === errorPort && isKept(from) && !isKept(to) && indexes.get(from) !== target,
  );
  if (cutOff.length === 0) return { blocks, edges };
  const end = inertBlock(blocks);
  const sources = new Set(cutOff.map(({ from }) => from));
  const ends = [...sources].map((from) => ({ from, to: end.id, port: errorPort }));
  return { blocks: [...blocks, end], edges: [...edges, ...ends] };
}
