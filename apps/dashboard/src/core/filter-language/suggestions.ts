/** What may follow the caret of a filter: names of parts, or values of the part being typed. */
import type { FilterPart } from './filter-language.js';

export interface Suggestion {
  readonly kind: 'part' | 'value';
  /** The key of a part, or a value of it. */
  readonly value: string;
}

export interface Suggestions {
  /** The part whose value is being typed. */
  readonly part: FilterPart | null;
  /** The unfinished word, as it was typed. */
  readonly typed: string;
  /** Where the unfinished word begins. */
  readonly from: number;
  readonly entries: readonly Suggestion[];
}

const most = 12;

/** The last word up to the caret; a space inside quotes belongs to it. */
const unfinished = /(?:([a-z]+):)?(?:"([^"]*)|([^\s"]*))$/i;

/**
 * @param valuesOf values of parts that have no closed list, such as names of workflows
 * @param isUsed parts that the filter has already
 */
export function suggestionsFor(
  beforeCaret: string,
  parts: readonly FilterPart[],
  valuesOf: (key: string) => readonly string[],
  isUsed: (key: string) => boolean,
): Suggestions {
  const match = unfinished.exec(beforeCaret);
  const [raw = '', key, open, bare = ''] = match ?? [];
  const typed = open ?? bare;
  const from = beforeCaret.length - raw.length;
  const part = key === undefined ? undefined : parts.find((one) => one.key === key.toLowerCase());
  if (part === undefined) {
    const wanted = raw.toLowerCase();
    const entries = parts
      .filter((one) => one.key.startsWith(wanted) && !isUsed(one.key))
      .map((one): Suggestion => ({ kind: 'part', value: one.key }));
    return { part: null, typed: raw, from, entries: key === undefined ? entries : [] };
  }
  const chosen = part.isMany ? typed.split(',') : [typed];
  const last = (chosen.at(-1) ?? '').toLowerCase();
  const before = new Set(chosen.slice(0, -1));
  const entries = (part.values ?? valuesOf(part.key))
    .filter((value) => value.toLowerCase().includes(last) && !before.has(value))
    .slice(0, most)
    .map((value): Suggestion => ({ kind: 'value', value }));
  return { part, typed, from, entries };
}
