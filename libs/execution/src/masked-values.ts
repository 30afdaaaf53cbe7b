/**
 * Finds secrets in text: verbatim, escaped as in JSON, or encoded for a URL. One automaton, built
 * once per set of values, finds them all. Time is linear in the text and in the values. Pure.
 */
import { PatternAutomaton, type Range } from './pattern-automaton.js';
import {
  cutEscapeAt,
  jsonUnescaped,
  percentDecoded,
  percentDecodedText,
  unitsOf,
  type TextView,
} from './text-views.js';

/**
 * Characters of all of an execution's values together. All that it records is searched for them;
 * this many take some 30 ms to prepare, and some megabytes while it runs.
 */
export const maxMaskedLength = 256 * 1_024;

/**
 * From this length a secret is masked wherever it stands in a string. A shorter one may be a part
 * of an ordinary word, so it is masked only where it is the whole string.
 */
const shortestInText = 8;

/** Whether a value that a caller sent is long enough to hide. */
export const isCredential = (value: string): boolean => value.length >= shortestInText;

/**
 * URLs drop or replace some characters before encoding. Yields the values that decoding returns.
 */
function* readBackFromUrls(value: string): Iterable<string> {
  const text = value.toWellFormed();
  yield text;
  const url = new URL('http://host');
  url.search = text;
  yield percentDecodedText(url.search.slice(1));
  url.pathname = text;
  yield percentDecodedText(url.pathname.slice(1));
}

function* patternsOf(value: string): Iterable<string> {
  yield value;
  yield* readBackFromUrls(value);
  const credential = /^(?:Bearer|Basic)\s+(\S+)$/i.exec(value)?.[1];
  if (credential !== undefined && isCredential(credential)) yield* patternsOf(credential);
}

const numberText = /^[-\d][\d.eE+-]*$/;

/**
 * Work over a long text, cut into steps so that other work can run in between. Each step yields the
 * length that it processed. Pure: the caller decides when to continue.
 */
export type Steps<T> = Generator<number, T, void>;

/** Runs all steps without a break. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export class MaskedValues {
  readonly #automaton: PatternAutomaton;
  /** Short values. */
  readonly #wholes = new Set<string>();
  readonly #haveSpaces: boolean;
  #longest = 1;
  /** Values that may appear in JSON without quotes. */
  readonly #numbers: ReadonlySet<string>;
  readonly #numberLengths: ReadonlySet<number>;

  constructor(values: Iterable<string>) {
    const patterns = new Set<string>();
    for (const value of values)
      if (value.length >= shortestInText) {
        for (const pattern of patternsOf(value))
          if (pattern.length >= shortestInText) patterns.add(pattern);
      } else if (value !== '') this.#wholes.add(value);
    this.#automaton = new PatternAutomaton([...patterns]);
    for (const { length } of patterns) this.#longest = Math.max(this.#longest, length);
    this.#haveSpaces = [...patterns].some((pattern) => pattern.includes(' '));
    this.#numbers = new Set([...patterns].filter((pattern) => numberText.test(pattern)));
    this.#numberLengths = new Set([...this.#numbers].map(({ length }) => length));
  }

  /** Units of the longest pattern; at least 1. */
  get longest(): number {
    return this.#longest;
  }

  /** Whether a text is one of the short values. */
  isWhole(text: string): boolean {
    return this.#wholes.size > 0 && text.length < shortestInText && this.#wholes.has(text);
  }

  /** The same for a JSON string without escapes. */
  isWholeIn(json: string, from: number, to: number): boolean {
    return (
      this.#wholes.size > 0 && to - from < shortestInText && this.isWhole(json.slice(from, to))
    );
  }

  /** Whether more text may make it one of the short values. */
  mayBecomeWhole(text: string): boolean {
    if (text.length >= shortestInText) return false;
    return [...this.#wholes].some((value) => value.startsWith(text));
  }

  get mayBeNumbers(): boolean {
    return this.#numbers.size > 0;
  }

  /** Whether one of the values is a number of this many characters. */
  hasNumberOf(length: number): boolean {
    return this.#numberLengths.has(length);
  }

  isNumber(text: string): boolean {
    return this.#numbers.has(text);
  }

  /** The parts of a text that values cover, ordered by start; they do not overlap. */
  find(text: string): readonly Range[] {
    return runSteps(this.findInSteps(text));
  }

  /** Each step is one pass over the text. */
  findInSteps(text: string): Steps<readonly Range[]> {
    return this.#rangesIn(text, this.#viewsOf(text));
  }

  *#rangesIn(text: string, views: Iterable<TextView>): Steps<readonly Range[]> {
    const ranges = this.#automaton.find(unitsOf(text));
    for (const { units, starts } of views) {
      yield text.length;
      for (const { start, end } of this.#automaton.find(units))
        ranges.push({ start: starts[start] ?? 0, end: endOf(starts, end) });
    }
    return merged(ranges);
  }

  /**
   * How much of a text may be shown while more may follow: a value may begin at its end. Ends in no
   * value and in no escape, so that the rest is read as it is in the whole text.
   */
  shownLength(text: string): number {
    const views = [...this.#viewsOf(text)];
    const uncut = text.slice(0, cutEscapeAt(text));
    let length = Math.min(uncut.length, this.#closedLength(text, views));
    if (uncut !== text)
      length = Math.min(length, this.#closedLength(uncut, [...this.#viewsOf(uncut)]));
    // From the end: each cut may lie in the value before it.
    for (const { start, end } of runSteps(this.#rangesIn(text, views)).toReversed()) {
      length = outsideEscapes(views, length);
      if (end <= length) break;
      length = Math.min(length, start);
    }
    return outsideEscapes(views, length);
  }

  /** Length of a text without what may begin a value. */
  #closedLength(text: string, views: readonly TextView[]): number {
    let length = text.length - this.#automaton.openLength(unitsOf(text));
    for (const { units, starts } of views)
      length = Math.min(length, starts[units.length - this.#automaton.openLength(units)] ?? 0);
    return length;
  }

  /**
   * Whether a JSON string must be examined: it contains a value or an escape.
   * @param units of the JSON
   */
  isSuspect(units: Uint16Array, from: number, to: number): boolean {
    return this.#automaton.isIn(units, from, to) || this.#hasEscape(units, from, to);
  }

  #hasEscape(units: Uint16Array, from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) {
      const unit = units[at];
      if (unit === 0x5c || unit === 0x25 || (unit === 0x2b && this.#haveSpaces)) return true;
    }
    return false;
  }

  *#viewsOf(text: string): Iterable<TextView> {
    if (text.includes('%')) yield percentDecoded(text, false);
    if (this.#haveSpaces && text.includes('+')) yield percentDecoded(text, true);
    if (text.includes('\\')) yield jsonUnescaped(text);
  }
}

/** Where the preceding unit ends. Both halves of a surrogate pair share their escape's start. */
function endOf(starts: Uint32Array, at: number): number {
  const end = starts[at] ?? 0;
  return end === starts[at - 1] ? (starts[at + 1] ?? end) : end;
}

/** The last position up to and including this one that is inside no escape of any view. */
function outsideEscapes(views: readonly TextView[], at: number): number {
  const before = views.reduce((found, view) => unitStart(view, found), at);
  return before === at ? at : outsideEscapes(views, before);
}

/** The same for one view. */
function unitStart({ units, starts }: TextView, at: number): number {
  let low = 0;
  let high = units.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return starts[low] ?? 0;
}

function merged(ranges: Range[]): readonly Range[] {
  if (ranges.length < 2) return ranges;
  const result: Range[] = [];
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1);
    if (last !== undefined && start < last.end) {
      result.pop();
      result.push({ start: last.start, end: Math.max(last.end, end) });
    } else result.push({ start, end });
  }
  return result;
}
