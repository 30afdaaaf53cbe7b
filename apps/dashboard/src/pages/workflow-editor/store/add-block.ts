/** Puts a new block into the draft, at its place on the canvas. */
import { addBlockCommand } from '../../../core/add-block/add-block.js';
import { newBlock } from '../../../core/add-block/new-block.js';
import { fittingPlace, placeAfter } from '../../../core/add-block/place-after.js';
import type { BlockTypes } from '../../../core/edit-rules/block-type.js';
import type { Refusal } from '../../../core/edit/patch/refusal.js';
import { readDefinition } from '../../../core/edit/text/read-definition.js';
import type { Adding } from './editor-state.js';
import { edit, type EditorStore, move, select } from './editor-store.js';

export const addingAlone: Adding = { place: { kind: 'alone' }, room: null };

/** After what is selected, where something may follow it. */
export function addingHere(store: EditorStore, types: BlockTypes): Adding {
  const { log, selected } = store.getState();
  return {
    place: placeAfter(readDefinition(log.document), types, selected),
    room: null,
    isGuess: true,
  };
}

/** Makes the path of a new webhook one that nobody has taken. */
const pathEnding = (): string => crypto.randomUUID().slice(0, 6);

export function addBlock(
  store: EditorStore,
  types: BlockTypes,
  adding: Adding,
  what: { readonly type: string; readonly config?: Readonly<Record<string, unknown>> },
): Refusal | null {
  const { log, positions } = store.getState();
  const definition = readDefinition(log.document);
  const { place: asked, room, isGuess } = adding;
  const place = isGuess ? fittingPlace(definition, types, asked, what.type) : asked;
  const title = types.get(what.type)?.title ?? what.type;
  const { config } = what;
  const options = { pathEnding: pathEnding(), ...(config !== undefined && { config }) };
  const added = newBlock({ type: what.type, title }, definition, options);
  const refusal = edit(store, addBlockCommand(definition, types, place, added));
  if (refusal !== null) return refusal;
  // Without any positions the workflow is laid out as a whole.
  if (room !== null && Object.keys(positions).length > 0)
    move(store, { ...room.positions, [added.id]: room.at });
  select(store, [added.id]);
  return null;
}
