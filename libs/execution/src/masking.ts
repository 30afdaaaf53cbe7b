/**
 * Takes secrets out of recorded text: plain text, and the strings, keys and numbers of JSON, whose
 * structure is kept. A long secret is masked anywhere in a string; a key or a number must be the
 * secret, because one that merely contains it is data. Values that were escaped or URL-encoded in
 * between are found too. Any stronger disguise is not. Pure.
 */
import { toJsonText } from '@libs/contracts';
import { MaskedValues, runSteps, type Steps } from './masked-values.js';
import { unitsOf } from './text-views.js';

const mask = '***';
const quotedMask = `"${mask}"`;

interface Known {
  /** Size of the set when this was made; the set only grows. */
  readonly size: number;
  readonly values: MaskedValues;
}

const known = new WeakMap<ReadonlySet<string>, Known>();

/** Made once per set of secrets, and again when the set has grown. */
export function maskedValuesOf(secrets: ReadonlySet<string>): MaskedValues {
  const before = known.get(secrets);
  if (before?.size === secrets.size) return before.values;
  const values = new MaskedValues(secrets);
  known.set(secrets, { size: secrets.size, values });
  return values;
}

/**
 * Masks every part that long values cover, in a part of a text. Overlapping values are masked as
 * one part.
 */
export const maskPart = (text: string, values: MaskedValues): string =>
  runSteps(partMasked(text, values));

function* partMasked(text: string, values: MaskedValues): Steps<string> {
  const ranges = yield* values.findInSteps(text);
  if (ranges.length === 0) return text;
  const pieces: string[] = [];
  let shown = 0;
  for (const { start, end } of ranges) {
    pieces.push(text.slice(shown, start), mask);
    shown = end;
  }
  pieces.push(text.slice(shown));
  return pieces.join('');
}

/** A whole text. */
function* textMasked(text: string, values: MaskedValues): Steps<string> {
  return values.isWhole(text) ? mask : yield* partMasked(text, values);
}

/** Plain text without secrets. */
export const maskText = (text: string, secrets: ReadonlySet<string>): string =>
  secrets.size === 0 ? text : runSteps(textMasked(text, maskedValuesOf(secrets)));

/** Characters per step: some 10 ms. */
const stepLength = 256 * 1_024;

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** The index after the closing quote of the string that opens at this quote. */
function endOfString(units: Uint16Array, open: number): number {
  let at = open + 1;
  while (units[at] !== quote) at += units[at] === backslash ? 2 : 1;
  return at + 1;
}

/** `-`, digits, and inside a number `.`, `+`, `e`, `E`. */
const isOfNumber = (unit: number | undefined): boolean =>
  unit !== undefined &&
  ((unit >= 0x2b && unit <= 0x39 && unit !== 0x2c && unit !== 0x2f) || (unit | 0x20) === 0x65);

/** Masks secrets in the strings, keys and numbers of a JSON text. Nearly always nothing changes. */
class MaskedJson {
  readonly #units: Uint16Array;
  readonly #pieces: string[] = [];
  /** The text up to here is in `#pieces`. */
  #copied = 0;
  /** The first string or number that was masked, as JSON. */
  first: string | null = null;

  constructor(
    private readonly json: string,
    private readonly values: MaskedValues,
  ) {
    this.#units = unitsOf(json);
  }

  *text(): Steps<string> {
    let stepFrom = 0;
    for (let at = 0; at < this.#units.length;) {
      if (at - stepFrom >= stepLength) {
        yield at - stepFrom;
        stepFrom = at;
      }
      const unit = this.#units[at];
      if (unit === quote) at = yield* this.#string(at);
      else if (this.values.mayBeNumbers && isOfNumber(unit)) at = this.#number(at);
      else at += 1;
    }
    if (this.#pieces.length === 0) return this.json;
    return this.#pieces.join('') + this.json.slice(this.#copied);
  }

  *#string(open: number): Steps<number> {
    const end = endOfString(this.#units, open);
    const isLong = end - open >= stepLength;
    const isSuspect = isLong
      ? yield* this.#isSuspect(open + 1, end - 1)
      : this.values.isSuspect(this.#units, open + 1, end - 1);
    const isKey = this.#units[end] === colon;
    if (!isSuspect) {
      if (!isKey && this.values.isWholeIn(this.json, open + 1, end - 1))
        this.#replace(open, end, quotedMask);
      return end;
    }
    if (isLong) yield end - open;
    const content = JSON.parse(this.json.slice(open, end)) as string;
    const masked = yield* isKey
      ? partMasked(content, this.values)
      : textMasked(content, this.values);
    if (isLong) yield end - open;
    if (masked !== content && (!isKey || masked === mask))
      this.#replace(open, end, JSON.stringify(masked));
    return end;
  }

  /** The parts overlap, so that a value across two of them is found. */
  *#isSuspect(from: number, to: number): Steps<boolean> {
    const overlap = this.values.longest - 1;
    for (let at = from; at < to; at += stepLength) {
      yield stepLength;
      const start = Math.max(from, at - overlap);
      if (this.values.isSuspect(this.#units, start, Math.min(to, at + stepLength))) return true;
    }
    return false;
  }

  #number(start: number): number {
    let end = start + 1;
    while (isOfNumber(this.#units[end])) end += 1;
    if (this.values.hasNumberOf(end - start) && this.values.isNumber(this.json.slice(start, end)))
      this.#replace(start, end, quotedMask);
    return end;
  }

  #replace(start: number, end: number, text: string): void {
    this.first ??= this.json.slice(start, end);
    this.#pieces.push(this.json.slice(this.#copied, start), text);
    this.#copied = end;
  }
}

/** Compact JSON text without secrets. */
export function* maskedJson(json: string, secrets: ReadonlySet<string>): Steps<string> {
  if (secrets.size === 0) return json;
  const values = maskedValuesOf(secrets);
  if (json.length >= stepLength) yield json.length;
  return yield* new MaskedJson(json, values).text();
}

/** The first string or number of a compact JSON text that has to be masked; null: there is none. */
export function* firstMasked(json: string, values: MaskedValues): Steps<string | null> {
  const masked = new MaskedJson(json, values);
  yield* masked.text();
  return masked.first;
}

/** A value as JSON text, without secrets. */
export const maskedJsonText = (
  value: unknown,
  secrets: ReadonlySet<string>,
  onReplaced?: () => void,
): string => runSteps(maskedJson(toJsonText(value, onReplaced), secrets));

/**
 * The value of a recorded JSON text. Until release 4 a secret's value was masked anywhere in the
 * text, so a secret `true` left `{"done":***}` in the ledger. Such a text is its own value.
 */
export function recordedValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
