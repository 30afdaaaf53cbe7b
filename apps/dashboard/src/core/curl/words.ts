/**
 * Splits a line into words as a shell does: quotes of bash with `$'…'`, continued lines, comments.
 * It runs nothing, so a variable becomes a secret and a substitution a problem. Total and linear.
 */
import { ansiEscape } from './ansi-quote.js';
import { plainTextOf } from './plain-text.js';
import { type CurlProblems, type Place } from './problem.js';

export interface Word extends Place {
  readonly text: string;
}

const blank = /[ \t\r]/;
const operators = '|&;<>()\n';
const variable = /^\$(?:([A-Za-z_]\w{0,99})|\{([A-Za-z_]\w{0,99})\})/;

class Splitter {
  readonly words: Word[] = [];
  #at = 0;
  #word: string | null = null;
  #begun = 0;

  constructor(
    private readonly text: string,
    private readonly isCmd: boolean,
    private readonly placeOf: (at: number) => number,
    private readonly problems: CurlProblems,
  ) {}

  run(): readonly Word[] {
    while (this.#at < this.text.length && this.#step());
    this.#endWord();
    return this.words;
  }

  /** @returns false at the end of the command */
  #step(): boolean {
    const unit = this.text.charAt(this.#at);
    if (this.#skipContinuation()) return true;
    if (blank.test(unit)) return this.#blank();
    if (operators.includes(unit)) return this.#operator(unit);
    if (unit === '#' && this.#word === null) return this.#comment();
    this.#beginWord();
    if (unit === '"') this.#double();
    else if (this.isCmd) this.#take(1);
    else if (unit === "'") this.#single();
    else if (unit === '$') this.#dollar(true);
    else if (unit === '`') this.#substitution('`');
    else if (unit === '\\') this.#takeEscaped();
    else this.#take(1);
    return true;
  }

  #beginWord(): void {
    if (this.#word === null) [this.#word, this.#begun] = ['', this.#at];
  }

  #endWord(): void {
    if (this.#word === null) return;
    this.words.push({ text: this.#word, ...this.#place(this.#begun, this.#at) });
    this.#word = null;
  }

  #place(from: number, to: number): Place {
    const last = Math.min(to, this.text.length) - 1;
    return { from: this.placeOf(from), to: this.placeOf(last) + 1 };
  }

  #append(text: string, consumed: number): void {
    this.#word = (this.#word ?? '') + text;
    this.#at += consumed;
  }

  #take(length: number): void {
    this.#append(this.text.slice(this.#at, this.#at + length), length);
  }

  #takeEscaped(): void {
    this.#append(this.text.charAt(this.#at + 1), 2);
  }

  /** `\` of bash, or the backtick of PowerShell, at the end of a line. */
  #skipContinuation(): boolean {
    if (this.isCmd || !'\\`'.includes(this.text.charAt(this.#at))) return false;
    const [skipped = ''] = /^[\\`][ \t]*\r?\n/.exec(this.#ahead(40)) ?? [];
    this.#at += skipped.length;
    return skipped !== '';
  }

  #ahead(length: number): string {
    return this.text.slice(this.#at, this.#at + length);
  }

  #blank(): boolean {
    this.#endWord();
    this.#at += 1;
    return true;
  }

  #comment(): boolean {
    const end = this.text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.text.length : end;
    return true;
  }

  #operator(unit: string): boolean {
    // The number in `2>`.
    if (unit === '>' && /^\d$/.test(this.#word ?? '')) this.#word = null;
    const cuts = unit === '&' && this.#word !== null && /^&[^&\s]/.test(this.#ahead(2));
    this.#endWord();
    if (unit === '\n' && this.words.length === 0) return this.#blank();
    const rest = this.text.slice(this.#at);
    if (rest.trim() !== '') {
      const place = this.#place(this.#at, this.text.trimEnd().length);
      this.problems.add(cuts ? 'cutByAnd' : 'restLeftOut', rest.trim(), place);
    }
    return false;
  }

  #unclosed(from: number): void {
    const place = this.#place(from, from + 1);
    this.problems.add('unclosedQuote', this.text.charAt(from), place);
    this.#at = this.text.length;
  }

  #single(): void {
    const [from, end] = [this.#at, this.text.indexOf("'", this.#at + 1)];
    if (end < 0) {
      this.#unclosed(from);
      return;
    }
    this.#append(this.text.slice(from + 1, end), end + 1 - from);
  }

  #double(): void {
    const from = this.#at;
    this.#at += 1;
    while (this.#at < this.text.length) {
      const unit = this.text.charAt(this.#at);
      const next = this.text.charAt(this.#at + 1);
      if (unit === '"') {
        this.#at += 1;
        return;
      }
      if (unit === '\\' && next !== '' && (this.isCmd ? '"\\' : '"\\$`').includes(next))
        this.#takeEscaped();
      else if (this.isCmd) this.#take(1);
      else if (unit === '\\' && next === '\n') this.#at += 2;
      else if (unit === '$') this.#dollar(false);
      else if (unit === '`') this.#substitution('`');
      else this.#take(1);
    }
    this.#unclosed(from);
  }

  #ansi(): void {
    const from = this.#at;
    this.#at += 2;
    while (this.#at < this.text.length) {
      const unit = this.text.charAt(this.#at);
      if (unit === "'") {
        this.#at += 1;
        return;
      }
      if (unit !== '\\') this.#take(1);
      else {
        const { value, length } = ansiEscape(this.text, this.#at);
        this.#append(value, length);
      }
    }
    this.#unclosed(from);
  }

  #dollar(isBare: boolean): void {
    const next = this.text.charAt(this.#at + 1);
    if (isBare && next === "'") {
      this.#ansi();
      return;
    }
    if (isBare && next === '"') {
      this.#at += 1;
      this.#double();
      return;
    }
    if (next === '(') {
      this.#substitution(')');
      return;
    }
    const [whole, plain, braced] = variable.exec(this.#ahead(110)) ?? [];
    const name = plain ?? braced;
    if (whole !== undefined && name !== undefined) {
      this.#append(`{{${name}}}`, whole.length);
      return;
    }
    if (next === '{') {
      this.#substitution('}');
      return;
    }
    this.#take(1);
  }

  /** Up to its end, or all of the text when it has none. */
  #substitution(closing: string): void {
    const from = this.#at;
    const found = this.text.indexOf(closing, from + 1);
    const end = found < 0 ? this.text.length : found + 1;
    this.problems.add('substitution', this.text.slice(from, end), this.#place(from, end));
    this.#at = end;
  }
}

export function wordsOf(source: string, problems: CurlProblems): readonly Word[] {
  const { text, isCmd, at } = plainTextOf(source);
  const placeOf = (index: number): number => at?.[index] ?? index;
  return new Splitter(text, isCmd, placeOf, problems).run();
}
