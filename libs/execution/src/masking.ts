/**
 * Takes secrets out of what is recorded (design.md 3.7): of plain text, and of the strings, keys and numbers of JSON, which stays the JSON it
 * was. Text that secrets stand in may have been escaped or encoded for a URL meanwhile; what somebody hides better than that is not found. Pure.
 */
import { toJsonText } from '@libs/contracts';

const mask = '***';
/** Shorter values would blot out ordinary text. */
const shortestMasked = 4;
/** What callers send as a credential is theirs to choose: no word of ordinary text. */
const shortestCredential = 8;

/** As JSON has it within quotes. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** As URLs have it, written by whoever builds them: each encodes other characters. */
function* inUrls(value: string): Iterable<string> {
  const text = value.toWellFormed();
  yield encodeURIComponent(text);
  yield new URLSearchParams({ '': text }).toString().slice(1);
  const url = new URL('http://host');
  url.search = text;
  yield url.search.slice(1);
  url.pathname = text;
  yield url.pathname.slice(1);
}

/** Whether a value that a caller sent is worth hiding. */
export const isCredential = (value: string): boolean => value.length >= shortestCredential;

/** How a secret may stand in a text. */
function* formsOf(value: string): Iterable<string> {
  if (value.length < shortestMasked) return;
  yield value;
  yield escaped(value);
  yield* inUrls(value);
  const credential = /^(?:Bearer|Basic)\s+(\S+)$/i.exec(value)?.[1];
  if (credential !== undefined && isCredential(credential)) yield* formsOf(credential);
}

interface Forms {
  /** Of the set when these were made: it only grows. */
  readonly size: number;
  readonly plain: readonly string[];
  readonly escaped: readonly string[];
}

const known = new WeakMap<ReadonlySet<string>, Forms>();

function formsOfAll(secrets: ReadonlySet<string>): Forms {
  const before = known.get(secrets);
  if (before?.size === secrets.size) return before;
  const plain = new Set<string>();
  for (const secret of secrets)
    for (const form of formsOf(secret)) if (form.length >= shortestMasked) plain.add(form);
  const forms = { size: secrets.size, plain: [...plain], escaped: [...plain].map(escaped) };
  known.set(secrets, forms);
  return forms;
}

/** Every form of these secrets. */
export const secretForms = (secrets: ReadonlySet<string>): readonly string[] =>
  formsOfAll(secrets).plain;

/** A part of a text, from `start` up to `end`. */
export interface Range {
  readonly start: number;
  end: number;
}

/** Where forms stand, by their starts; they may overlap. */
export function findForms(text: string, forms: readonly string[]): Range[] {
  const ranges: Range[] = [];
  for (const form of forms) {
    let last: Range | undefined;
    for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + 1)) {
      const end = start + form.length;
      if (last !== undefined && start < last.end) last.end = end;
      else ranges.push((last = { start, end }));
    }
  }
  return ranges.sort((a, b) => a.start - b.start);
}

/** Masks what any of the forms covers: of two that overlap nothing is left. */
export function maskForms(text: string, forms: readonly string[]): string {
  const ranges = findForms(text, forms);
  if (ranges.length === 0) return text;
  let result = '';
  let shown = 0;
  for (const { start, end } of ranges) {
    if (start >= shown) result += text.slice(shown, start) + mask;
    shown = Math.max(shown, end);
  }
  return result + text.slice(shown);
}

/** Plain text without secrets. */
export const maskText = (text: string, secrets: ReadonlySet<string>): string =>
  secrets.size === 0 ? text : maskForms(text, secretForms(secrets));

/** Where the string that begins at this quote ends, behind its closing quote. */
function endOfString(json: string, open: number): number {
  for (let close = json.indexOf('"', open + 1); ; close = json.indexOf('"', close + 1)) {
    let backslashes = 0;
    while (json[close - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return close + 1;
  }
}

/** JSON text, whose strings, keys among them, and numbers say nothing of secrets. */
function maskJson(json: string, secrets: ReadonlySet<string>): string {
  const { plain } = formsOfAll(secrets);
  const maskNumbers = (text: string): string =>
    text.replace(/[-\d][\d.eE+-]*/g, (number) => (plain.includes(number) ? `"${mask}"` : number));
  let result = '';
  let at = 0;
  for (let open = json.indexOf('"'); open >= 0; open = json.indexOf('"', at)) {
    const end = endOfString(json, open);
    const content = JSON.parse(json.slice(open, end)) as string;
    const masked = maskForms(content, plain);
    result += maskNumbers(json.slice(at, open));
    result += masked === content ? json.slice(open, end) : JSON.stringify(masked);
    at = end;
  }
  return result + maskNumbers(json.slice(at));
}

/** A value as JSON text, without secrets. */
export function maskedJsonText(value: unknown, secrets: ReadonlySet<string>): string {
  const json = toJsonText(value);
  if (secrets.size === 0) return json;
  // Nearly always there is nothing to mask: then nothing is taken apart.
  return formsOfAll(secrets).escaped.some((form) => json.includes(form))
    ? maskJson(json, secrets)
    : json;
}
