/** What may be added at a place. What may not stays in the list, with the reason. */
import type { BlockDefinition } from '@libs/workflow';
import { edgeKey } from '../edit/text/edge-key.js';
import type { ReadDefinition } from '../edit/text/read-definition.js';
import { type BlockType, type BlockTypes, isNote, isTrigger } from '../edit-rules/block-type.js';
import { maxEdges } from '../edit-rules/edge-refusal.js';
import { isContainer } from '../workflow-graph/workflow-graph.js';
import type { AddPlace } from './add-place.js';

/** The words for it are in parts/block-picker. */
export type AddRefusal =
  | { readonly reason: 'secondTrigger'; readonly trigger: string }
  /** Nothing runs before a trigger. */
  | { readonly reason: 'triggerNotFirst' }
  | { readonly reason: 'noteHasNoEdges' }
  /** The block or the edge at which it should go. */
  | { readonly reason: 'placeIsGone' }
  | { readonly reason: 'afterNote' }
  | { readonly reason: 'tooMany' };

export interface BlockOffer {
  readonly type: BlockType;
  readonly refusal: AddRefusal | null;
}

/** The server's limit (libs/blocks/src/definition-shape.ts). */
export const maxBlocks = 1_000;

function placeRefusal(
  { blocks, edges }: ReadDefinition,
  types: BlockTypes,
  place: AddPlace,
): AddRefusal | null {
  if (blocks.length >= maxBlocks) return { reason: 'tooMany' };
  if (place.kind === 'alone') return null;
  if (edges.length >= maxEdges) return { reason: 'tooMany' };
  const blockOf = (wanted: string): BlockDefinition | undefined =>
    blocks.find(({ id }) => id === wanted);
  switch (place.kind) {
    case 'edge': {
      const key = edgeKey(place.edge);
      return edges.some((edge) => edgeKey(edge) === key) ? null : { reason: 'placeIsGone' };
    }
    case 'after': {
      const from = blockOf(place.from);
      if (from === undefined) return { reason: 'placeIsGone' };
      return isNote(from.type, types) ? { reason: 'afterNote' } : null;
    }
    case 'body': {
      const container = blockOf(place.container);
      const isThere = container !== undefined && isContainer(container);
      return isThere ? null : { reason: 'placeIsGone' };
    }
  }
}

function typeRefusal(
  type: BlockType,
  trigger: BlockDefinition | undefined,
  place: AddPlace,
): AddRefusal | null {
  if (type.role === 'trigger') {
    if (trigger !== undefined) return { reason: 'secondTrigger', trigger: trigger.name };
    return place.kind === 'alone' ? null : { reason: 'triggerNotFirst' };
  }
  const isFree = type.role !== 'annotation' || place.kind === 'alone';
  return isFree ? null : { reason: 'noteHasNoEdges' };
}

/** In the order of the server. */
export function offersAt(
  definition: ReadDefinition,
  types: BlockTypes,
  place: AddPlace,
): readonly BlockOffer[] {
  const trigger = definition.blocks.find(({ type }) => isTrigger(type, types));
  const refusal = placeRefusal(definition, types, place);
  return Array.from(types.values(), (type) => ({
    type,
    refusal: refusal ?? typeRefusal(type, trigger, place),
  }));
}
