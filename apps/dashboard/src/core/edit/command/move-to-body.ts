/**
 * Moves a block into the body of a loop or parallel, or out of one. A body is all that follows the
 * container's port "each", so edges move: those that would cross the border go, its neighbours are
 * joined in its stead, and an edge leads to it in its new body. A container takes its body along.
 */
import { defaultPort, eachPort, type EdgeDefinition } from '@libs/workflow';
import { type Refusal, refused } from '../patch/refusal.js';
import { type Bodies, bodiesOf } from '../text/bodies.js';
import { edgeKey } from '../text/edge-key.js';
import { readDefinition, type ReadDefinition } from '../text/read-definition.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { Command, CommandOf } from './command.js';

type Move = Omit<CommandOf<'moveToBody'>, 'kind'>;

function refusalOf({ block, container, after }: Move, bodies: Bodies): Refusal | null {
  const named = [block, container, after?.from].filter((id) => id != null);
  if (!named.every((id) => bodies.around.has(id))) return refused('noSuchBlock');
  if (after?.from === block) return refused('insideItself');
  if (container === null) return null;
  if (!bodies.isContainer(container)) return refused('notAContainer');
  const isInside = container === block || bodies.around.get(container)?.includes(block) === true;
  return isInside ? refused('insideItself') : null;
}

/** Edges that stay inside one body, or lead from a container into its own. */
function stays(edge: EdgeDefinition, { block, container }: Move, bodies: Bodies): boolean {
  if (edge.to === block) return bodies.behind(edge) === container;
  if (edge.port === eachPort && bodies.isContainer(block)) return true;
  return (bodies.around.get(edge.to)?.at(-1) ?? null) === container;
}

/** From what led to the block to what followed it. */
const joined = (removed: readonly EdgeDefinition[], block: string): EdgeDefinition[] => {
  const next = removed.filter(
    ({ from, port = defaultPort }) => from === block && port === defaultPort,
  );
  return removed
    .filter(({ to }) => to === block)
    .flatMap((edge) => next.map(({ to }) => ({ ...edge, to })))
    .filter(({ from, to }) => from !== to);
};

function entryTo({ block, container, after }: Move): EdgeDefinition[] {
  if (after !== undefined) return [{ ...after, to: block }];
  return container === null ? [] : [{ from: container, port: eachPort, to: block }];
}

export interface MovedEdges {
  readonly kind: 'moved';
  readonly removed: readonly EdgeDefinition[];
  readonly added: readonly EdgeDefinition[];
}

const unique = (edges: readonly EdgeDefinition[]): EdgeDefinition[] => [
  ...new Map(edges.map((edge) => [edgeKey(edge), edge])).values(),
];

/** The edges that go and come with a move. */
export function edgesToMove(definition: ReadDefinition, move: Move): MovedEdges | Refusal {
  const { block, after } = move;
  const bodies = bodiesOf(definition);
  const refusal = refusalOf(move, bodies);
  if (refusal !== null) return refusal;
  const own = definition.edges.filter(({ from, to }) => from === block || to === block);
  const removed = own.filter((edge) => !stays(edge, move, bodies));
  const isLedTo = own.some((edge) => edge.to === block && stays(edge, move, bodies));
  const added = [
    ...joined(removed, block),
    ...(isLedTo && after === undefined ? [] : entryTo(move)),
  ];
  const gone = new Set(removed.map(edgeKey));
  const known = new Set(definition.edges.map(edgeKey).filter((key) => !gone.has(key)));
  return {
    kind: 'moved',
    removed: unique(removed),
    added: unique(added).filter((edge) => !known.has(edgeKey(edge))),
  };
}

export function commandsToMove(document: WorkflowText, move: Move): readonly Command[] | Refusal {
  const moved = edgesToMove(readDefinition(document), move);
  if (moved.kind === 'refused') return moved;
  return [
    ...moved.removed.map((edge): Command => ({ kind: 'removeEdge', edge })),
    ...moved.added.map((edge): Command => ({ kind: 'addEdge', edge })),
  ];
}
