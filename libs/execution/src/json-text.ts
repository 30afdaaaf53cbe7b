/**
 * Payloads in answers and events: JSON text from the database or the ledger is sent unchanged.
 * Parsing and serializing five megabytes of small objects blocks the event loop for half a second;
 * copying the text takes a few milliseconds.
 */
import { randomUUID } from 'node:crypto';
import { encryptedField } from './secret-values.js';

/** Set while `jsonOf` runs: the texts found so far. */
let met: string[] | null = null;
/** Placeholder for a text while `jsonOf` runs. It is random, so no payload can contain it. */
const marker = randomUUID();
const quotedMarker = `"${marker}"`;

/** JSON text as a value inside other values. */
export class JsonText {
  constructor(readonly text: string) {}

  toJSON(): unknown {
    if (met === null) return JSON.parse(this.text);
    met.push(this.text);
    return marker;
  }
}

export const jsonText = (text: string | null): JsonText | null =>
  text === null ? null : new JsonText(text);

/** Like `JSON.stringify`, but inserts each `JsonText` unchanged. */
export function jsonOf(value: unknown): string {
  const texts: string[] = [];
  met = texts;
  let skeleton: string;
  try {
    skeleton = JSON.stringify(value);
  } finally {
    met = null;
  }
  if (texts.length === 0) return skeleton;
  let result = '';
  let at = 0;
  for (const text of texts) {
    const next = skeleton.indexOf(quotedMarker, at);
    result += skeleton.slice(at, next) + text;
    at = next + quotedMarker.length;
  }
  return result + skeleton.slice(at);
}

/** In JSON text, `{"` can't occur inside a string: its quote would be escaped. */
const sealed = new RegExp(`\\{"\\${encryptedField}": ?"[^"\\\\]*"\\}`, 'g');
const secretMark = '"[secret]"';

/** A payload for display: an encrypted value shows as a mark, never as ciphertext. */
export const shownPayload = (text: string | null): JsonText | null =>
  jsonText(text?.includes(`{"${encryptedField}"`) ? text.replace(sealed, secretMark) : text);
