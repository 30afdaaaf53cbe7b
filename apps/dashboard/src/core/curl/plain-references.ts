/** Text of a curl line is plain text: what looks like a reference to a block must stay text. */
import { parseText } from '@libs/workflow';

const isNoBlock = (): boolean => false;

/** Puts a backslash before each `<name.path>`. Secrets `{{NAME}}` stay secrets. */
export function plainText(text: string): string {
  if (!text.includes('<')) return text;
  const at = parseText(text, isNoBlock).flatMap((part) =>
    part.kind === 'reference' ? [part.offset] : [],
  );
  return at.length === 0 ? text : withBackslashes(text, at);
}

function withBackslashes(text: string, at: readonly number[]): string {
  const pieces = at.map((offset, index) => text.slice(at[index - 1] ?? 0, offset));
  return [...pieces, text.slice(at.at(-1))].join('\\');
}

/** The same in every text of a JSON value, as a recursion that data of 64 KiB can't exhaust. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainValue(one)]));
}

/** Names of secrets in a text, each once. */
export const secretsIn = (text: string): readonly string[] => [
  ...new Set(
    parseText(text, isNoBlock).flatMap((part) => (part.kind === 'secret' ? [part.name] : [])),
  ),
];
