/**
 * Which blocks may be moved into the body of a container, or out of every body. It tries the move:
 * a block that leads to others of its old body may tear it apart.
 */
import {
  type BlockDefinition,
  buildGraph,
  type EdgeDefinition,
  findBodyEntries,
  orderOf,
} from '@libs/workflow';
import { edgesToMove } from '../edit/command/move-to-body.js';
import { bodiesOf } from '../edit/text/bodies.js';
import { edgeKey } from '../edit/text/edge-key.js';
import type { ReadDefinition } from '../edit/text/read-definition.js';
import { isContainer } from '../workflow-graph/workflow-graph.js';
import { type BlockTypes, isNote, isTrigger } from './block-type.js';

export type BodyRefusal =
  | { readonly reason: 'noSuchBlock' | 'notAContainer' | 'insideItself' | 'trigger' | 'note' }
  /** It stands there already. */
  | { readonly reason: 'there' }
  /** What follows it would run both inside and outside of a body. */
  | { readonly reason: 'torn'; readonly block: string };

const brokenEdges = (
  blocks: readonly BlockDefinition[],
  edges: readonly EdgeDefinition[],
): string | null => {
  const definition = { blocks, edges, variables: {} };
  const [cycle] = orderOf(buildGraph(definition)).cycles;
  if (cycle !== undefined) return blocks[cycle[0] ?? 0]?.id ?? '';
  return findBodyEntries(definition, isContainer)[0]?.to ?? null;
};

/** @param container null: out of every body */
export function bodyRefusalOf(
  definition: ReadDefinition,
  types: BlockTypes,
  block: string,
  container: string | null,
): BodyRefusal | null {
  const { blocks, edges } = definition;
  const moved = blocks.find(({ id }) => id === block);
  if (moved === undefined) return { reason: 'noSuchBlock' };
  if (isTrigger(moved.type, types)) return { reason: 'trigger' };
  if (isNote(moved.type, types)) return { reason: 'note' };
  if ((bodiesOf(definition).around.get(block)?.at(-1) ?? null) === container)
    return { reason: 'there' };
  const change = edgesToMove(definition, { block, container });
  if (change.kind === 'refused') {
    const { reason } = change;
    return reason === 'insideItself' || reason === 'notAContainer'
      ? { reason }
      : { reason: 'noSuchBlock' };
  }
  const gone = new Set(change.removed.map(edgeKey));
  const left = [...edges.filter((edge) => !gone.has(edgeKey(edge))), ...change.added];
  const broken = brokenEdges(blocks, left);
  if (broken === null || brokenEdges(blocks, edges) !== null) return null;
  return { reason: 'torn', block: blocks.find(({ id }) => id === broken)?.name ?? broken };
}
