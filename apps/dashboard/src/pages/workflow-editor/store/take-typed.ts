/** Takes the text of the whole definition, as the JSON tab has it. */
import { commandForText } from '../../../core/edit/command/text-change.js';
import { mergeDefinitions } from '../../../core/edit/merge/merge.js';
import { isRefusal, type Refusal } from '../../../core/edit/patch/refusal.js';
import { kindOfValue } from '../../../core/edit/text/json-value.js';
import { readJson } from '../../../core/edit/text/read-json.js';
import { type JsonFault, jsonFault } from '../../../core/json/json-fault.js';
import { edit, type EditorStore } from './editor-store.js';

export interface TypedText {
  readonly text: string;
  /** What the definition was before the first key. */
  readonly base: string;
}

/** Why it is not applied. */
export type TypedFault =
  | { readonly kind: 'fault'; readonly fault: JsonFault }
  | { readonly kind: 'tooDeep' }
  /** The server stores objects only. */
  | { readonly kind: 'notObject' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const refusedBy = (refusal: Refusal | null): TypedFault | null =>
  refusal && { kind: 'refused', refusal };

/** Someone else, or the canvas, changed the definition meanwhile: both edits stay. */
function takeMerged(store: EditorStore, { text, base }: TypedText): TypedFault | null {
  const { log, conflicts } = store.getState();
  const merged = mergeDefinitions({ base, mine: text, theirs: log.document.text });
  if (isRefusal(merged)) return refusedBy(merged);
  store.setState({ conflicts: [...conflicts, ...merged.conflicts] });
  return refusedBy(edit(store, { kind: 'gesture', commands: merged.commands }));
}

/** @returns null: the definition has what was typed */
export function takeTyped(store: EditorStore, typed: TypedText): TypedFault | null {
  const { document } = store.getState().log;
  if (typed.text === document.text) return null;
  const value = readJson(typed.text);
  if (value === null) {
    const fault = jsonFault(typed.text);
    return fault === null ? { kind: 'tooDeep' } : { kind: 'fault', fault };
  }
  if (kindOfValue(value) !== 'object') return { kind: 'notObject' };
  return typed.base === document.text
    ? refusedBy(edit(store, commandForText(document, typed.text)))
    : takeMerged(store, typed);
}
