/**
 * Where a block goes that was asked for without a place: after the block that is selected alone, if
 * something may follow it. Pure.
 */
import { defaultPort, eachPort, errorPort } from '@libs/workflow';
import type { ReadDefinition } from '../edit/text/read-definition.js';
import { type BlockTypes, portsOf } from '../edit-rules/block-type.js';
import type { AddPlace } from './add-place.js';
import { type BlockOffer, offersAt } from './offers.js';

const alone: AddPlace = { kind: 'alone' };

/** By its first port that leads nowhere yet; else by its first. What goes wrong is rarely meant. */
export function placeAfter(
  { blocks, edges }: ReadDefinition,
  types: BlockTypes,
  selected: readonly string[],
): AddPlace {
  const from = selected.length === 1 ? selected[0] : undefined;
  const block = blocks.find(({ id }) => id === from);
  const ports = block === undefined ? [] : (portsOf(block, types) ?? []);
  const usual = ports.filter((port) => port !== errorPort && port !== eachPort);
  const isFree = (port: string): boolean =>
    !edges.some((edge) => edge.from === from && (edge.port ?? defaultPort) === port);
  const port = usual.find(isFree) ?? usual[0];
  if (from === undefined || port === undefined) return alone;
  return { kind: 'after', from, port, isBranch: false };
}

/** A trigger or a note cannot follow: it goes on the ground. */
export function fittingPlace(
  definition: ReadDefinition,
  types: BlockTypes,
  place: AddPlace,
  type: string,
): AddPlace {
  const offer = offersAt(definition, types, place).find((one) => one.type.type === type);
  return offer?.refusal === null ? place : alone;
}

/** What may be added at the place, or else on the ground. */
export function fittingOffers(
  definition: ReadDefinition,
  types: BlockTypes,
  place: AddPlace,
): readonly BlockOffer[] {
  const onGround = offersAt(definition, types, alone);
  return offersAt(definition, types, place).map((offer, at) => {
    const other = onGround[at];
    return offer.refusal !== null && other?.refusal === null ? other : offer;
  });
}
