/** The text of a chat's answer. Pure. */
import { indented } from '../../../core/json/exact-json.js';

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Names that blocks give to a text: an agent, and what response blocks have by custom. */
const named = ['content', 'text', 'message', 'answer', 'body', 'data'] as const;

/** A longer answer is on the page of its execution. */
const longest = 16_384;

/** Where an output holds one text under a known name, that text; else all of it, as JSON. */
export function answerText(output: unknown): string {
  if (typeof output === 'string') return output.slice(0, longest);
  for (const name of isFields(output) && !Array.isArray(output) ? named : []) {
    const value = isFields(output) ? output[name] : undefined;
    if (typeof value === 'string') return value.slice(0, longest);
    if (isFields(value) && typeof value['content'] === 'string')
      return value['content'].slice(0, longest);
  }
  return indented(output ?? null).slice(0, longest);
}
