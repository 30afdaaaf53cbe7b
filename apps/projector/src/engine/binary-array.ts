/**
 * A `text[]` or `jsonb[]` parameter in Postgres' binary format (array_recv in
 * src/backend/utils/adt/arrayfuncs.c). pg writes arrays as one text and escapes every quote and
 * backslash, which takes a second for ten megabytes of JSON.
 */
import type { SqlValue } from './table-write.js';

const elementTypes = { text: 25, jsonb: 3802 } as const;
/** jsonb_recv reads a version byte before the text. */
const jsonbVersion = Buffer.from([1]);

export const isBinaryElement = (type: string): type is keyof typeof elementTypes =>
  type in elementTypes;

const headBytes = 20;
const lengthBytes = 4;
const nullLength = -1;

export function binaryArray(type: keyof typeof elementTypes, values: readonly SqlValue[]): Buffer {
  const prefix = type === 'jsonb' ? jsonbVersion.length : 0;
  const texts = values.map((value) => (value === null ? null : String(value)));
  const sizes = texts.map((text) => (text === null ? 0 : prefix + Buffer.byteLength(text)));
  const bytes = sizes.reduce((sum, size) => sum + lengthBytes + size, headBytes);
  const array = Buffer.allocUnsafe(bytes);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(texts.includes(null) ? 1 : 0, 4);
  array.writeInt32BE(elementTypes[type], 8);
  array.writeInt32BE(texts.length, 12);
  array.writeInt32BE(1, 16);
  let at = headBytes;
  for (const [index, text] of texts.entries()) {
    const size = sizes[index] ?? 0;
    at = array.writeInt32BE(text === null ? nullLength : size, at);
    if (text === null) continue;
    if (prefix > 0) jsonbVersion.copy(array, at);
    array.write(text, at + prefix, 'utf8');
    at += size;
  }
  return array;
}
