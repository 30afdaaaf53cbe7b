/**
 * Which blocks a trial of a draft can reach, and the definition that it runs: the draft, cut to
 * those blocks. Cutting the definition needs nothing of the runner, so a runner of any release
 * runs no block too many. The draft may have problems: only its shape was checked. Pure.
 */
import { errorPort, type WorkflowDefinition } from '@libs/workflow';
import { shapeOf, type WorkflowShape } from '../workflow-shape.js';
import { type Cut, cutOnly, cutTo, idAt, type Pinned, wholeCut } from './cut-draft.js';
import { inertBlock, withoutProblems } from './inert-blocks.js';
import { pinnedResults, type PinnedResult, type RefusedField } from './pinned-results.js';
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
