/**
 * Values of a configuration, read for a form. It is parsed by `parseExact`, so a number that a
 * double would change is an object that holds its digits.
 */
import { parseText } from '@libs/workflow';
import type { Path } from '../edit/text/json-value.js';

export function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step))
      return undefined;
    current = (current as Readonly<Record<string | number, unknown>>)[step];
  }
  return current;
}

/** JSON with the digits of the text that was parsed. Null: there is no value. */
export const jsonTextOf = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value);

/** For the JSON editor. */
export const indentedJson = (value: unknown): string =>
  value === undefined ? '' : JSON.stringify(value, null, 2);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);

/** A number whose digits a double would change. */
const isExactNumber = (value: object): boolean =>
  (JSON as { readonly isRawJSON?: (value: unknown) => boolean }).isRawJSON?.(value) ?? false;

/** What a field for one line shows: texts as they are, all else as JSON. */
export const shownText = (value: unknown): string =>
  typeof value === 'string' ? value : (jsonTextOf(value) ?? '');

/** Whether a text holds a reference or a secret. `<b>` is none: blocks are unknown here. */
export const holdsReference = (value: unknown): boolean =>
  typeof value === 'string' && parseText(value, () => false).some(({ kind }) => kind !== 'text');

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * What was typed into a field for a number, as JSON. Digits stay as they were typed. What is no
 * number is kept as a text, so that the check of the server says what is wrong with it.
 */
export function typedNumber(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return number.test(trimmed) ? trimmed : JSON.stringify(text);
}

/** Null: an empty text removes the field. */
export const typedText = (text: string): string | null =>
  text === '' ? null : JSON.stringify(text);

/** A reference that is no text, in brackets and without quotes: `"total": <order.total>`. */
const outsideTexts = /"(?:[^"\\]|\\.)*"|<[A-Za-z_][^<>"\n]*>|\{\{\s*[A-Za-z_]\w*\s*\}\}/g;

/** What was typed into a field for JSON, as JSON. Null: it is not JSON yet. */
export function typedJson(text: string): string | null {
  const quoted = text.replace(outsideTexts, (part) =>
    part.startsWith('"') ? part : JSON.stringify(part),
  );
  for (const candidate of [text, quoted])
    try {
      JSON.parse(candidate);
      return candidate.trim();
    } catch {
      // The next one, or none.
    }
  return null;
}
