/** Random edits that the rules allow: blocks are added, joined, and moved between bodies. */
import type { Command } from '../../edit/command/command.js';
import type { Chance } from '../../edit/testing/chance.js';
import { readDefinition, type ReadDefinition } from '../../edit/text/read-definition.js';
import type { WorkflowText } from '../../edit/text/workflow-text.js';
import type { BlockTypes } from '../../edit-rules/block-type.js';
import { portsOf } from '../../edit-rules/block-type.js';
import { bodyRefusalOf } from '../../edit-rules/body-refusal.js';
import { type EdgeRefusal, EdgeRules } from '../../edit-rules/edge-refusal.js';
import { isContainer } from '../../workflow-graph/workflow-graph.js';
import type { AddPlace } from '../add-place.js';
import { addBlockCommand } from '../add-block.js';
import { newBlock } from '../new-block.js';
import { offersAt } from '../offers.js';

const maybe = <Value>(values: readonly Value[], chance: Chance): Value[] =>
  values.length === 0 ? [] : [chance.oneOf(values)];

function anyPlace({ blocks, edges }: ReadDefinition, types: BlockTypes, chance: Chance): AddPlace {
  const places: AddPlace[] = [
    ...maybe(edges, chance).map((edge) => ({ kind: 'edge', edge }) as const),
    ...maybe(blocks, chance).map((block): AddPlace => {
      const port = maybe(portsOf(block, types) ?? [], chance)[0] ?? 'out';
      return { kind: 'after', from: block.id, port, isBranch: chance.happens(0.5) };
    }),
    ...maybe(blocks.filter(isContainer), chance).map(
      ({ id }) => ({ kind: 'body', container: id }) as const,
    ),
  ];
  return places.length === 0 || chance.happens(0.15) ? { kind: 'alone' } : chance.oneOf(places);
}

export function anyAddition(
  document: WorkflowText,
  types: BlockTypes,
  chance: Chance,
): Command | null {
  const definition = readDefinition(document);
  const place = anyPlace(definition, types, chance);
  const allowed = offersAt(definition, types, place).filter(({ refusal }) => refusal === null);
  const [offer] = maybe(allowed, chance);
  if (offer === undefined) return null;
  const added = newBlock(offer.type, definition, { pathEnding: 'x' });
  return addBlockCommand(definition, types, place, added);
}

/** Any edge, and what the rules say of it. */
export function anyConnection(
  document: WorkflowText,
  types: BlockTypes,
  chance: Chance,
): { readonly command: Command; readonly refusal: EdgeRefusal | null } {
  const definition = readDefinition(document);
  const [from, to] = [chance.oneOf(definition.blocks), chance.oneOf(definition.blocks)];
  const port = maybe(portsOf(from, types) ?? [], chance)[0] ?? 'out';
  const edge = { from: from.id, port, to: to.id };
  const refusal = new EdgeRules(definition, types).refusalOf(edge);
  return { command: { kind: 'addEdge', edge }, refusal };
}

export function anyMove(document: WorkflowText, types: BlockTypes, chance: Chance): Command | null {
  const definition = readDefinition(document);
  const block = chance.oneOf(definition.blocks).id;
  const targets = [null, ...definition.blocks.filter(isContainer).map(({ id }) => id)];
  const container = chance.oneOf(targets);
  return bodyRefusalOf(definition, types, block, container) === null
    ? { kind: 'moveToBody', block, container }
    : null;
}

/** Leaves blocks behind that nothing leads to. */
export function anyDisconnection(document: WorkflowText, chance: Chance): Command | null {
  const [edge] = maybe(readDefinition(document).edges, chance);
  return edge === undefined ? null : { kind: 'removeEdge', edge };
}
