/** Encodes a resolved body with its content type: JSON, form pairs, multipart or text. Pure. */
import { isTooHeavy } from '@libs/contracts';
import { templateText } from '@libs/workflow';
import { createHash } from 'node:crypto';
import { InvalidRequestError } from './invalid-request.js';

export type BodyType = 'json' | 'form' | 'multipart' | 'text';

export interface BodyConfig {
  readonly body: unknown;
  /** Null: not given. */
  readonly bodyType: BodyType | null;
  readonly isJsonTemplate: boolean;
}

export interface EncodedBody {
  readonly bytes: string | Buffer;
  readonly contentType: string;
  /** For the log: files appear by name and size instead of their bytes. */
  readonly shown: unknown;
}

type Pair = readonly [key: string, value: unknown];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Most fields of a form. Each is encoded by itself, in one turn of the event loop. */
const maxFields = 10_000;

function requireFewFields(fields: readonly unknown[]): void {
  if (fields.length <= maxFields) return;
  throw new InvalidRequestError(
    'INVALID_BODY',
    `A form may have at most ${maxFields} fields; each item of a list is one. Send the body as JSON`,
  );
}

/** An object's fields, or the entries of a list of `{key, value}`. */
function pairsOf(body: unknown): Pair[] {
  if (isRecord(body)) return Object.entries(body);
  if (Array.isArray(body)) {
    requireFewFields(body);
    return body.map((item: unknown): Pair => {
      if (isRecord(item) && typeof item['key'] === 'string') return [item['key'], item['value']];
      throw new InvalidRequestError(
        'INVALID_BODY',
        'A form body that is a list must hold only {key, value}',
      );
    });
  }
  throw new InvalidRequestError(
    'INVALID_BODY',
    'A form body must be an object or a list of {key, value}',
  );
}

/**
 * `a[b]=1` for nested objects, repeated keys for lists of plain values, `a[0][b]=1` for lists of
 * objects. Null is left out.
 */
function flatten([key, value]: Pair): Pair[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    requireFewFields(value);
    return value.some((item) => item !== null && typeof item === 'object')
      ? value.flatMap((item: unknown, index) => flatten([`${key}[${index}]`, item]))
      : value.flatMap((item: unknown) => flatten([key, item]));
  }
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([name, item]) => flatten([`${key}[${name}]`, item]));
  }
  return [[key, value]];
}

function encodeForm(body: unknown): EncodedBody {
  if (typeof body === 'string') {
    return { bytes: body, contentType: 'application/x-www-form-urlencoded', shown: body };
  }
  const form = new URLSearchParams();
  const fields = pairsOf(body).flatMap(flatten);
  requireFewFields(fields);
  for (const [key, value] of fields) form.append(key, templateText(value));
  const text = form.toString();
  return { bytes: text, contentType: 'application/x-www-form-urlencoded', shown: text };
}

interface FilePart {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/**
 * A block's binary output `{base64, contentType}`, or an author's `{name, contentType, base64}`.
 */
function fileOf(value: unknown): FilePart | null {
  if (!isRecord(value) || typeof value['base64'] !== 'string') return null;
  const contentType = value['contentType'];
  const name = value['name'];
  return {
    name: typeof name === 'string' && name !== '' ? name : 'file',
    contentType:
      typeof contentType === 'string' && /^[\w.+-]+\/[\w.+-]+(?:;[^\r\n]*)?$/.test(contentType)
        ? contentType
        : 'application/octet-stream',
    bytes: Buffer.from(value['base64'], 'base64'),
  };
}

/** Names in part headers as browsers write them (WHATWG HTML, multipart/form-data). */
const quoted = (text: string): string =>
  text.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');

/** The same on every try, and not contained in any part. */
function boundaryFor(seed: string, parts: readonly Buffer[]): string {
  for (let salt = 0; ; salt += 1) {
    const boundary = `flowledger-${createHash('sha256').update(`${seed}:${salt}`).digest('hex').slice(0, 32)}`;
    if (!parts.some((part) => part.includes(boundary))) return boundary;
  }
}

function encodeMultipart(body: unknown, seed: string): EncodedBody {
  const pairs = pairsOf(body).flatMap(([key, value]): Pair[] =>
    Array.isArray(value) ? value.map((item: unknown): Pair => [key, item]) : [[key, value]],
  );
  requireFewFields(pairs);
  const fields = pairs
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ({ key, value, file: fileOf(value) }));
  const contents = fields.map(({ value, file }) => file?.bytes ?? Buffer.from(templateText(value)));
  const boundary = boundaryFor(seed, contents);
  const pieces = fields.flatMap(({ key, file }, index) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(key)}"` +
        (file === null
          ? '\r\n\r\n'
          : `; filename="${quoted(file.name)}"\r\ncontent-type: ${file.contentType}\r\n\r\n`),
    ),
    contents[index] ?? Buffer.alloc(0),
    Buffer.from('\r\n'),
  ]);
  return {
    bytes: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
    shown: fields.map(({ key, value, file }) =>
      file === null
        ? { key, value }
        : {
            key,
            name: file.name,
            contentType: file.contentType,
            sizeBytes: file.bytes.length,
          },
    ),
  };
}

function isJsonText(text: string): boolean {
  if (isTooHeavy(text))
    throw new InvalidRequestError(
      'INVALID_BODY',
      'The body has too many values to read it as JSON. Set "bodyType" to "text"',
    );
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function encodeText(body: unknown): EncodedBody {
  const text = templateText(body);
  return { bytes: text, contentType: 'text/plain; charset=utf-8', shown: text };
}

function encodeJson(body: unknown): EncodedBody {
  // JSON that the author typed as text is sent as typed.
  const text = typeof body === 'string' && isJsonText(body) ? body : JSON.stringify(body);
  return { bytes: text, contentType: 'application/json', shown: body };
}

/**
 * The type when no `bodyType` is given: from the value and the author's content type. Text is
 * text, except for JSON lists and objects: released versions send those as JSON.
 */
function typeFor(body: unknown, contentType: string | null): BodyType {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (typeof body === 'string') return /^\s*[{[]/.test(body) && isJsonText(body) ? 'json' : 'text';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (type === 'multipart/form-data') return 'multipart';
  return 'json';
}

function encodeJsonTemplate(text: string): EncodedBody {
  if (isJsonText(text)) return { bytes: text, contentType: 'application/json', shown: text };
  throw new InvalidRequestError(
    'INVALID_BODY',
    'The body is not JSON any more after its references were replaced: a value may have a quote or a line break. Write the body as a JSON value instead of a text',
  );
}

/**
 * @param contentType the header that the author wrote, if any
 * @param seed makes the multipart boundary; the same for every try
 * @throws InvalidRequestError `INVALID_BODY` when the value can't be written in this form
 */
export function encodeBody(
  { body, bodyType, isJsonTemplate }: BodyConfig,
  contentType: string | null,
  seed: string,
): EncodedBody {
  if (isJsonTemplate && (bodyType ?? 'json') === 'json') return encodeJsonTemplate(String(body));
  switch (bodyType ?? typeFor(body, contentType)) {
    case 'json':
      return encodeJson(body);
    case 'form':
      return encodeForm(body);
    case 'multipart':
      return encodeMultipart(body, seed);
    case 'text':
      return encodeText(body);
  }
}
