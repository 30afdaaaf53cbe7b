/**
 * The work behind the globals of author code. Each function takes JSON values and bytes and returns
 * one of them. Sizes are bounded, because the interpreter can not interrupt the host.
 */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';

/** Takes some 50 ms to hash. */
const maxBytes = 16 * 1_024 * 1_024;
/** Longest URL, query or text to encode; that takes some 100 ms. */
const maxCharacters = 16 * 1_024 * 1_024;
const maxRandomBytes = 65_536;

const hashes = new Set(['md5', 'sha1', 'sha256', 'sha384', 'sha512']);
const encodings = ['hex', 'base64', 'base64url'] as const;

function checkedText(text: unknown): string {
  if (typeof text !== 'string') throw new TypeError('expected a string');
  if (text.length <= maxCharacters) return text;
  throw new RangeError(
    `The text has ${text.length} characters; at most ${maxCharacters} are handled`,
  );
}

function checkedBytes(bytes: ArrayBuffer): Buffer {
  if (bytes.byteLength <= maxBytes) return Buffer.from(bytes);
  throw new RangeError(`There are ${bytes.byteLength} bytes; at most ${maxBytes} are handled`);
}

/** `SHA-256` of Web Crypto is `sha256` of Node. */
function hashName(asked: unknown): string {
  const name = String(asked).toLowerCase().replace(/^sha-/, 'sha');
  if (hashes.has(name)) return name;
  throw new TypeError(
    `There is no hash "${String(asked).slice(0, 40)}"; there are ${[...hashes].join(', ')}`,
  );
}

function decoderOf(options: unknown): InstanceType<typeof TextDecoder> {
  const [label, fatal, ignoreBOM] = options as [string, boolean, boolean];
  return new TextDecoder(label, { fatal, ignoreBOM });
}

const urlParts = [
  ...(['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname'] as const),
  ...(['port', 'pathname', 'search', 'hash'] as const),
] as const;

const partsOf = (url: URL): object => Object.fromEntries(urlParts.map((name) => [name, url[name]]));

function urlOf([url, base]: unknown[]): URL {
  const parsed = URL.parse(checkedText(url), base === undefined ? undefined : checkedText(base));
  if (parsed !== null) return parsed;
  throw new TypeError(`"${String(url).slice(0, 100)}" is not a URL`);
}

export type TextFunction = (input: unknown, bytes: ArrayBuffer) => unknown;
export type BytesFunction = (
  input: unknown,
  bytes: ArrayBuffer,
  key: ArrayBuffer | null,
) => Uint8Array;

/** The result is a JSON value. */
export const textFunctions: Readonly<Record<string, TextFunction>> = {
  atob: (text) => atob(checkedText(text)),
  btoa: (text) => btoa(checkedText(text)),
  encodingOf: (options) => decoderOf(options).encoding,
  decode: (options, bytes) => decoderOf(options).decode(checkedBytes(bytes)),
  pairs: (query) => [...new URLSearchParams(checkedText(query))],
  query: (pairs) => checkedText(new URLSearchParams(pairs as [string, string][]).toString()),
  url: (asked) => partsOf(urlOf(asked as unknown[])),
  urlWith: (asked) => {
    const [href, name, value] = asked as [
      string,
      Exclude<(typeof urlParts)[number], 'origin'>,
      string,
    ];
    const url = urlOf([href]);
    url[name] = checkedText(value);
    return partsOf(url);
  },
  show: (encoding, bytes) => {
    const known = encodings.find((one) => one === encoding);
    if (known !== undefined) return checkedBytes(bytes).toString(known);
    throw new TypeError(
      `There is no encoding "${String(encoding).slice(0, 40)}"; there are ${encodings.join(', ')}`,
    );
  },
  uuid: () => randomUUID(),
};

export const bytesFunctions: Readonly<Record<string, BytesFunction>> = {
  encode: (text) => new TextEncoder().encode(checkedText(text)),
  hash: (asked, bytes, key) => {
    const name = hashName(asked);
    const hash = key === null ? createHash(name) : createHmac(name, checkedBytes(key));
    return hash.update(checkedBytes(bytes)).digest();
  },
  random: (length) => {
    if (typeof length === 'number' && length <= maxRandomBytes) return randomBytes(length);
    throw new RangeError(`At most ${maxRandomBytes} random bytes are given at a time`);
  },
};
