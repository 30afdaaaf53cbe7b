/** Gathers what `-d` and its relatives give. Only a text that is in the line can be taken. */
import type { CurlArgument } from './arguments.js';
import { encodeText } from './percent-encoding.js';
import type { CurlProblems, Place } from './problem.js';

export class CurlData {
  #text: string | null = null;
  #place: Place = { from: 0, to: 0 };

  constructor(private readonly problems: CurlProblems) {}

  /** Null: no such option. */
  get text(): string | null {
    return this.#text;
  }

  get place(): Place {
    return this.#place;
  }

  add(argument: CurlArgument): void {
    const { rule, value } = argument;
    const isFile = rule !== 'dataRaw' && rule !== 'dataUrlencode' && value.startsWith('@');
    const text = rule === 'dataUrlencode' ? encodedData(value) : isFile ? null : value;
    if (text === null) this.problems.add('file', value, argument);
    this.#join(text ?? '', rule === 'json' ? '' : '&', argument);
  }

  #join(text: string, separator: string, { from, to }: Place): void {
    const [before, begun] = [this.#text, this.#place.from];
    this.#text = before === null ? text : before + separator + text;
    this.#place = { from: before === null ? from : begun, to };
  }
}

/** `content`, `=content` or `name=content`; null for `@file` and `name@file`. */
export function encodedData(value: string): string | null {
  const at = value.search(/[=@]/);
  if (at < 0) return encodeText(value);
  if (value[at] === '@') return null;
  const content = encodeText(value.slice(at + 1));
  return at === 0 ? content : `${value.slice(0, at)}=${content}`;
}
