/**
 * Where values stand in a JSON text, for messages with line and column. Also says where a text
 * stops being JSON, which `JSON.parse` does not always tell. Linear in the text.
 */
import type { Span } from './reference.js';

/** Marks, spaces and controls have no shape of their own in a message. */
const shownCharacter = (character: string): string =>
  /[\p{C}\p{Z}]/u.test(character)
    ? `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
    : JSON.stringify(character);

/** The text stops being JSON at `offset`. */
export class JsonTextError extends Error {
  override readonly name: string = 'JsonTextError';
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

export interface JsonPlace {
  readonly value: Span;
  readonly isText: boolean;
  /** Span of the field's name, in an object. */
  readonly key: Span | null;
  /** Offset behind the value; `value` has only the first character of an object or a list. */
  readonly end: number;
}

/** An object has two fields of one name; the second begins at `offset`. */
export class RepeatedNameError extends JsonTextError {
  override readonly name: string = 'RepeatedNameError';
}

export interface ScanOptions {
  /** Refuses objects that have two fields of one name, as I-JSON does (RFC 7493 2.3). */
  readonly uniqueNames?: boolean;
}

/** `a.b[0]` as steps. Names with dots or brackets give the same steps on both sides. */
const stepsOf = (path: string): string[] => path.split(/\.|(?=\[)/).filter((step) => step !== '');

class Wanted {
  place: JsonPlace | null = null;
  readonly #below = new Map<string, Wanted>();

  add(step: string): Wanted {
    const known = this.#below.get(step) ?? new Wanted();
    this.#below.set(step, known);
    return known;
  }

  get isLeaf(): boolean {
    return this.#below.size === 0;
  }

  find(step: string): Wanted | null {
    let below: ReadonlyMap<string, Wanted> = this.#below;
    let found: Wanted | null = null;
    for (const one of stepsOf(step)) {
      found = below.get(one) ?? null;
      if (found === null) return null;
      below = found.#below;
    }
    return found;
  }
}

const maxDepth = 1_000;
/** No part of a name that is refused fills a message. */
const shownLength = 100;
const word = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

class Scanner {
  #at = 0;
  #depth = 0;

  constructor(
    private readonly text: string,
    private readonly options: ScanOptions,
  ) {}

  scan(wanted: Wanted): void {
    this.#value(wanted, null);
    this.#skipSpace();
    if (this.#at < this.text.length) this.#refuse('expected the end of the text');
  }

  #refuse(what: string): never {
    const found = this.text[this.#at];
    const instead = found === undefined ? 'the text ends' : `not ${shownCharacter(found)}`;
    throw new JsonTextError(`${what}, ${instead}`, this.#at);
  }

  #skipSpace(): void {
    while (isSpace(this.text.charCodeAt(this.#at))) this.#at += 1;
  }

  #take(character: string): boolean {
    this.#skipSpace();
    if (this.text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #value(wanted: Wanted | null, key: Span | null): void {
    this.#skipSpace();
    const offset = this.#at;
    const first = this.text[offset];
    this.#depth += 1;
    if (this.#depth > maxDepth)
      throw new JsonTextError(`nested more than ${maxDepth} levels deep`, offset);
    const below = wanted?.isLeaf === false ? wanted : null;
    if (first === '{') this.#object(below);
    else if (first === '[') this.#list(below);
    else if (first === '"') this.#string();
    else this.#word();
    this.#depth -= 1;
    const isContainer = first === '{' || first === '[';
    const length = isContainer ? 1 : this.#at - offset;
    if (wanted === null) return;
    wanted.place = { value: { offset, length }, isText: first === '"', key, end: this.#at };
  }

  #object(wanted: Wanted | null): void {
    this.#at += 1;
    if (this.#take('}')) return;
    const names = this.options.uniqueNames === true ? new Set<string>() : null;
    do {
      this.#skipSpace();
      const offset = this.#at;
      if (this.text[offset] !== '"') this.#refuse('expected a name in double quotes');
      this.#string();
      const key = { offset, length: this.#at - offset };
      if (!this.#take(':')) this.#refuse('expected ":"');
      // The name is decoded only where something depends on it.
      const name = wanted === null && names === null ? '' : nameIn(this.text, key);
      if (names?.has(name) === true) this.#refuseRepeated(name, offset);
      names?.add(name);
      this.#value(wanted?.find(name) ?? null, key);
    } while (this.#take(','));
    if (!this.#take('}')) this.#refuse('expected "," or "}"');
  }

  #refuseRepeated(name: string, offset: number): never {
    const shown = JSON.stringify(name.slice(0, shownLength));
    throw new RepeatedNameError(`the object has the name ${shown} twice`, offset);
  }

  #list(wanted: Wanted | null): void {
    this.#at += 1;
    if (this.#take(']')) return;
    let index = 0;
    do {
      this.#value(wanted === null ? null : wanted.find(`[${index}]`), null);
      index += 1;
    } while (this.#take(','));
    if (!this.#take(']')) this.#refuse('expected "," or "]"');
  }

  #string(): void {
    this.#at += 1;
    for (;;) {
      const code = this.text.charCodeAt(this.#at);
      // NaN at the end of the text.
      if (!(code >= 0x20)) this.#refuse('expected the closing quote of a text');
      this.#at += 1;
      if (code === 0x22) return;
      if (code !== 0x5c) continue;
      const length = escapeLength(this.text, this.#at - 1);
      if (length === null) this.#refuse('expected one of "\\/bfnrtu after a backslash');
      this.#at += length - 1;
    }
  }

  #word(): void {
    word.lastIndex = this.#at;
    if (!word.test(this.text)) this.#refuse('expected a value');
    this.#at = word.lastIndex;
  }
}

function nameIn(text: string, { offset, length }: Span): string {
  const quoted = text.slice(offset, offset + length);
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

/** Length of the escape that starts at this backslash; null when it is none. */
function escapeLength(text: string, at: number): number | null {
  const kind = text[at + 1] ?? '';
  if (kind === 'u') return /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : null;
  return kind !== '' && '"\\/bfnrt'.includes(kind) ? 2 : null;
}

/** The nearest enclosing value that exists. */
function nearest(root: Wanted, path: string): JsonPlace | null {
  let current: Wanted | null = root;
  let place = root.place;
  for (const step of stepsOf(path)) {
    current = current?.find(step) ?? null;
    place = current?.place ?? place;
  }
  return place;
}

/**
 * The places of values by path, such as `blocks[2].config.url`. One that does not exist has the
 * place of the nearest value around it.
 * @throws JsonTextError where the text stops being JSON
 * @throws RepeatedNameError if names have to be unique
 */
export function jsonPlaces(
  text: string,
  paths: Iterable<string>,
  options: ScanOptions = {},
): (path: string) => JsonPlace | null {
  const root = new Wanted();
  for (const path of paths) {
    let node = root;
    for (const step of stepsOf(path)) node = node.add(step);
  }
  new Scanner(text, options).scan(root);
  return (path) => nearest(root, path);
}

/**
 * Where a position inside a text value stands in the JSON text, escapes counted.
 * @param place of the text value
 * @param line of the position in the value, from 1; and its column
 */
export function offsetInText(
  json: string,
  { value }: JsonPlace,
  { line, column }: { readonly line: number; readonly column: number },
): number {
  const end = value.offset + value.length - 1;
  let at = value.offset + 1;
  let [currentLine, currentColumn] = [1, 1];
  while (at < end && (currentLine < line || currentColumn < column)) {
    const isBreak = json.startsWith('\\n', at);
    at += json[at] === '\\' ? (escapeLength(json, at) ?? 1) : 1;
    currentLine += isBreak ? 1 : 0;
    currentColumn = isBreak ? 1 : currentColumn + 1;
    if (currentLine > line) break;
  }
  return at;
}
