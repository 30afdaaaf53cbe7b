/** The beginning of a payload for display. Pure. */
import { encryptedField } from '@libs/execution';
import { shownPayload } from '../http/json-text.js';
import type { Payload } from './span.schemas.js';

const sealedFrom = `{"${encryptedField}"`;

/** Without a character that is cut in half. */
function firstBytes(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}

/**
 * @param text the whole payload, or more than its first `maxBytes` bytes
 * @param sizeBytes of the whole payload
 */
export function shownPart(
  text: string | null,
  sizeBytes: number | null,
  maxBytes: number,
): Payload | null {
  if (text === null) return null;
  const shown = shownPayload(text)?.text ?? '';
  // What is left of it was cut off before its end, so it was not replaced.
  const cut = shown.indexOf(sealedFrom);
  const first = firstBytes(cut < 0 ? shown : shown.slice(0, cut), maxBytes);
  const size = sizeBytes ?? Buffer.byteLength(text);
  const whole = first === shown && Buffer.byteLength(text) === size;
  return { text: first, sizeBytes: size, truncated: !whole };
}
