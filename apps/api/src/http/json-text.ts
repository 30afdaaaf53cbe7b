/**
 * Payloads in answers: JSON text from the database or the ledger goes out as it is. Parsing and writing five megabytes of
 * small objects takes half a second of the event loop; copying the text takes a few milliseconds.
 */
import { encryptedField } from '@libs/execution';
import { randomUUID } from 'node:crypto';

/** Set while `jsonOf` writes: the texts it has met so far. */
let met: string[] | null = null;
/** Stands for a text while `jsonOf` writes. Nobody outside this process can know it. */
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

/** As `JSON.stringify`, with each `JsonText` in it as it is. */
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

/** In JSON text, `{"` cannot stand inside a string: there its quote would be escaped. */
const sealed = new RegExp(`\\{"\\${encryptedField}": ?"[^"\\\\]*"\\}`, 'g');
const secretMark = '"[secret]"';

/** A payload as people may see it: an encrypted value shows as a mark, never as ciphertext. */
export const shownPayload = (text: string | null): JsonText | null =>
  jsonText(text?.includes(`{"${encryptedField}"`) ? text.replace(sealed, secretMark) : text);
