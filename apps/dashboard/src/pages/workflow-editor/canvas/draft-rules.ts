/** What may be done with the open draft, in words, for the canvas and the outline. Pure. */
import { defaultPort, eachPort, type EdgeDefinition, errorPort } from '@libs/workflow';
import type { AddPlace } from '../../../core/add-block/add-place.js';
import { offersAt } from '../../../core/add-block/offers.js';
import type { EditPort } from '../../../core/canvas-edit/port-places.js';
import { type BlockTypes, portsOf } from '../../../core/edit-rules/block-type.js';
import { bodyRefusalOf } from '../../../core/edit-rules/body-refusal.js';
import { EdgeRules } from '../../../core/edit-rules/edge-refusal.js';
import type { DrawnDefinition, GraphEdge } from '../../../core/workflow-graph/workflow-graph.js';
import { addRefusalText } from '../../../parts/block-picker/add-refusal-text.js';
import type { EditRules, NewBlockPlace } from '../../../parts/canvas/edit/canvas-editing.js';
import type { OutlineRules } from '../../../parts/outline/outline-props.js';
import { bodyRefusalText, edgeRefusalText } from '../../../parts/edit-rules/refusal-text.js';

export interface DraftRules {
  readonly canvas: EditRules;
  readonly outline: OutlineRules;
}

/** The usual port has no name in a definition. */
export const edgeOf = ({
  from,
  port,
  to,
}: Pick<GraphEdge, 'from' | 'port' | 'to'>): EdgeDefinition =>
  port === defaultPort ? { from, to } : { from, to, port };

export const placeOf = ({ edge, container }: NewBlockPlace): AddPlace =>
  edge !== null
    ? { kind: 'edge', edge: edgeOf(edge) }
    : container !== null
      ? { kind: 'body', container }
      : { kind: 'alone' };

const kindOf = (name: string): EditPort['kind'] =>
  name === errorPort ? 'error' : name === eachPort ? 'each' : 'usual';

export function draftRules(definition: DrawnDefinition, types: BlockTypes): DraftRules {
  const edges = new EdgeRules(definition, types);
  const byId = new Map(definition.blocks.map((block) => [block.id, block]));
  const namesOf = (id: string): readonly string[] => {
    const block = byId.get(id);
    return (block && portsOf(block, types)) ?? [];
  };
  const edge = (from: string, port: string, to: string): string | null => {
    const refusal = edges.from(from, port)(to);
    return refusal && edgeRefusalText(refusal);
  };
  const body = (block: string, container: string | null): string | null => {
    const refusal = bodyRefusalOf(definition, types, block, container);
    return refusal && bodyRefusalText(refusal);
  };
  return {
    outline: { portsOf: namesOf, edge, body },
    canvas: {
      portsOf: (id) => namesOf(id).map((name) => ({ name, label: name, kind: kindOf(name) })),
      refusalOf: edge,
      bodyRefusalOf: body,
      newBlockRefusalOf: (type, place) => {
        const offers = offersAt(definition, types, placeOf(place));
        const refusal = offers.find((offer) => offer.type.type === type)?.refusal ?? null;
        return refusal && addRefusalText(refusal);
      },
    },
  };
}
