/**
 * Texts with their escapes undone: percent-encoding of URLs and forms, and escapes in JSON strings.
 * Each unit remembers where it came from. Linear time. Pure.
 */

/** The units of a decoded text, and where each starts in the original. */
export interface TextView {
  readonly units: Uint16Array;
  /** By unit: its start in the original. One more entry tells where the last unit ends. */
  readonly starts: Uint32Array;
}

/** The code units of a text. Native, hence many times faster than reading them one by one. */
export function unitsOf(text: string): Uint16Array {
  const bytes = Buffer.from(text, 'utf16le');
  return bytes.byteOffset % 2 === 0
    ? new Uint16Array(bytes.buffer, bytes.byteOffset, text.length)
    : new Uint16Array(new Uint8Array(bytes).buffer);
}

const percent = 0x25;
const plus = 0x2b;
const space = 0x20;
const backslash = 0x5c;
const replacement = 0xfffd;

class ViewWriter {
  readonly #units: Uint16Array;
  readonly #starts: Uint32Array;
  #length = 0;

  constructor(size: number) {
    this.#units = new Uint16Array(size);
    this.#starts = new Uint32Array(size + 1);
  }

  push(unit: number, start: number): void {
    this.#units[this.#length] = unit;
    this.#starts[this.#length++] = start;
  }

  pushCodePoint(codePoint: number, start: number): void {
    if (codePoint < 0x1_0000) this.push(codePoint, start);
    else {
      this.push(0xd800 + ((codePoint - 0x1_0000) >> 10), start);
      this.push(0xdc00 + ((codePoint - 0x1_0000) & 0x3ff), start);
    }
  }

  end(at: number): TextView {
    this.#starts[this.#length] = at;
    return {
      units: this.#units.subarray(0, this.#length),
      starts: this.#starts.subarray(0, this.#length + 1),
    };
  }
}

/** -1 when the code is not a hexadecimal digit. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** The byte of `%XX` at this position; -1 when there is none. */
function byteAt(text: string, at: number): number {
  if (at + 2 >= text.length || text.charCodeAt(at) !== percent) return -1;
  const high = hexDigit(text.charCodeAt(at + 1));
  const low = hexDigit(text.charCodeAt(at + 2));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** Length in bytes of the UTF-8 sequence that starts with this byte; 0 when none does. */
const sequenceLength = (byte: number): number =>
  byte < 0xc2 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0;

/** @returns the code point of a percent-encoded UTF-8 sequence, and its number of bytes */
function codePointAt(text: string, at: number, first: number): readonly [number, number] {
  const length = sequenceLength(first);
  if (length === 0) return [replacement, 1];
  let codePoint = first & (0xff >> (length + 1));
  for (let index = 1; index < length; index += 1) {
    const byte = byteAt(text, at + 3 * index);
    if (byte < 0 || (byte & 0xc0) !== 0x80) return [replacement, 1];
    codePoint = codePoint * 64 + (byte & 0x3f);
  }
  return codePoint > 0x10_ffff ? [replacement, 1] : [codePoint, length];
}

/** @param plusIsSpace true for forms; elsewhere in a URL a plus is a plus */
export function percentDecoded(text: string, plusIsSpace: boolean): TextView {
  const view = new ViewWriter(text.length);
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    const byte = code === percent ? byteAt(text, at) : -1;
    if (byte < 0) {
      view.push(plusIsSpace && code === plus ? space : code, at);
      at += 1;
      continue;
    }
    if (byte < 0x80) {
      view.push(byte, at);
      at += 3;
      continue;
    }
    const [codePoint, bytes] = codePointAt(text, at, byte);
    view.pushCodePoint(codePoint, at);
    at += 3 * bytes;
  }
  return view.end(text.length);
}

const shortEscapes = new Map([
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

/** Undoes the escapes of a JSON string; all other text stays as it is. */
export function jsonUnescaped(text: string): TextView {
  const view = new ViewWriter(text.length);
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code !== backslash || at + 1 >= text.length) {
      view.push(code, at);
      at += 1;
      continue;
    }
    const next = text.charCodeAt(at + 1);
    const unit = next === 0x75 ? unicodeEscape(text, at + 2) : -1;
    view.push(unit >= 0 ? unit : (shortEscapes.get(next) ?? next), at);
    at += unit >= 0 ? 6 : 2;
  }
  return view.end(text.length);
}

function unicodeEscape(text: string, at: number): number {
  if (at + 4 > text.length) return -1;
  let unit = 0;
  for (let index = at; index < at + 4; index += 1) {
    const digit = hexDigit(text.charCodeAt(index));
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

const viewText = ({ units }: TextView): string => {
  let text = '';
  for (let at = 0; at < units.length; at += 8_192)
    text += String.fromCharCode(...units.subarray(at, at + 8_192));
  return text;
};

/** The text of a percent-decoded view. */
export const percentDecodedText = (text: string): string => viewText(percentDecoded(text, false));

/** Start of an escape that the end of the text cuts off; the text's length when there is none. */
export function cutEscapeAt(text: string): number {
  const cut =
    /(?:%[0-9a-f]{2}){0,3}%[0-9a-f]?$|(?:%[c-f][0-9a-f])(?:%[89ab][0-9a-f]){0,2}$|\\(?:u[0-9a-f]{0,3})?$/i;
  const tail = Math.max(0, text.length - 16);
  const found = text.slice(tail).search(cut);
  return found < 0 ? text.length : tail + found;
}
