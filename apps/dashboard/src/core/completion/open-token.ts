/** The reference or the secret that is being typed where the caret stands. */
import { parseText } from '@libs/workflow';
import { readSteps, type Step } from './reference-text.js';

interface Range {
  /** From its first bracket to the end of what replacing it replaces. */
  readonly from: number;
  readonly to: number;
}

export interface OpenReference extends Range {
  readonly kind: 'reference';
  /** As it is typed, up to the first step of the path. */
  readonly name: string;
  /** A path was begun: `<fetch.` or `<fetch[`. */
  readonly hasPath: boolean;
  /** Its whole steps before the caret. */
  readonly steps: readonly Step[];
  /** What is typed of the next step, without `.`, brackets and quotes. */
  readonly rest: string;
}

interface OpenSecret extends Range {
  readonly kind: 'secret';
  readonly rest: string;
}

export type OpenToken = OpenReference | OpenSecret;

/** A longer one is not typed by hand. */
const maxLength = 400;

const opened =
  /<([A-Za-z_][A-Za-z0-9_ -]*)?((?:\.[A-Za-z0-9_$-]*|\[(?:\d*|"[^"\]<>]*"?|'[^'\]<>]*'?)\]?)*)$/;
const openedSecret = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)?$/;
/** What is left of a name behind the caret. No spaces: text of the author may follow. */
const closing = /^[A-Za-z0-9_-]*>/;
const word = /^[A-Za-z0-9_$-]*/;

/** Where it ends: of a whole one behind its bracket, else behind the word at the caret. */
function endOf(text: string, from: number, caret: number): number {
  const [first] = parseText(text.slice(from, caret + maxLength), () => false);
  const isWhole = first !== undefined && first.kind !== 'text' && from + first.length > caret;
  if (isWhole) return from + first.length;
  const after = text.slice(caret, caret + maxLength);
  const tail = text[from] === '<' ? closing.exec(after) : null;
  return caret + ((tail ?? word.exec(after))?.[0].length ?? 0);
}

function restOf(path: string): Pick<OpenReference, 'steps' | 'rest'> {
  const { steps, end } = readSteps(path);
  const typed = path.slice(end);
  // `.dat` may become `.data`: what is typed last is no whole step yet.
  const last = steps.at(-1);
  if (typed === '' && typeof last === 'string' && !path.endsWith(']'))
    return { steps: steps.slice(0, -1), rest: last };
  return { steps, rest: typed.replace(/^(?:\.|\[["']?)/, '') };
}

export function openTokenAt(text: string, caret: number): OpenToken | null {
  const lineStart = text.lastIndexOf('\n', caret - 1) + 1;
  const start = Math.max(lineStart, caret - maxLength);
  const before = text.slice(start, caret);
  const secret = openedSecret.exec(before);
  if (secret !== null) {
    const from = start + secret.index;
    return { kind: 'secret', from, to: endOf(text, from, caret), rest: secret[1] ?? '' };
  }
  const reference = opened.exec(before);
  if (reference === null || text[start + reference.index - 1] === '\\') return null;
  const [, name = '', path = ''] = reference;
  if (name === '' && path !== '') return null;
  const from = start + reference.index;
  return {
    kind: 'reference',
    from,
    to: endOf(text, from, caret),
    name,
    hasPath: path !== '',
    ...restOf(path),
  };
}
