import { useState } from 'react';
import { parseExact } from '../../core/json/exact-json.js';
import { jsonTextOf } from '../../core/form/config-value.js';

interface Typed {
  readonly text: string;
  /** JSON of the value at that time. */
  readonly base: string | null;
}

const plainJson = (json: string | null): string | null =>
  json === null ? null : jsonTextOf(parseExact(json));

/**
 * The text of a field whose value can be written in several ways: `1.` while `1.5` is typed, JSON
 * with its own line breaks. What was typed stays as long as the value is what it says, or was not
 * changed elsewhere meanwhile.
 */
export function useTyped(
  value: unknown,
  shown: string,
  read: (text: string) => string | null,
): { readonly text: string; readonly isUnread: boolean; readonly type: (text: string) => void } {
  const [typed, setTyped] = useState<Typed | null>(null);
  const current = jsonTextOf(value);
  const json = typed === null ? null : read(typed.text);
  const isUnread = typed !== null && json === null && typed.text.trim() !== '';
  const holds = typed !== null && (isUnread ? typed.base === current : plainJson(json) === current);
  return {
    text: holds ? typed.text : shown,
    isUnread: holds && isUnread,
    type: (text) => setTyped({ text, base: current }),
  };
}
