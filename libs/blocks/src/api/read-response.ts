/** Turns an HTTP answer into the block's outputs `data`, `status`, `headers` (spec 1.1). Pure. */
import { isTooHeavy } from '@libs/contracts';
import { parse } from 'content-disposition';

export interface ApiOutput {
  readonly data: unknown;
  readonly status: number | null;
  /** Lower-case names; a repeated header is a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly attempts: number;
  } | null;
}

const isJson = (type: string): boolean => type === 'application/json' || type.endsWith('+json');
const isText = (type: string): boolean =>
  type === '' ||
  type.startsWith('text/') ||
  type.endsWith('+xml') ||
  [
    'application/xml',
    'application/javascript',
    'application/x-www-form-urlencoded',
    'application/x-ndjson',
    'application/yaml',
  ].includes(type);

/** The server's name for a download (RFC 6266), without directories. */
function fileNameOf(disposition: string): string | undefined {
  if (disposition === '') return undefined;
  const name = parse(disposition).parameters['filename']?.split(/[\\/]/).at(-1);
  return name === '' ? undefined : name;
}

const typeOf = (contentType: string): string =>
  contentType.split(';')[0]?.trim().toLowerCase() ?? '';

/** The charset that a content type names; null: none, so it is UTF-8. */
const charsetOf = (contentType: string): string | null =>
  /;\s*charset\s*=\s*"?([^";\s]{1,100})/i.exec(contentType)?.[1] ?? null;

function decoderOf(charset: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}

/** The charset of a text answer that can't be decoded; null when it can. */
export function unknownCharset(contentType: string): string | null {
  const type = typeOf(contentType);
  const charset = charsetOf(contentType);
  if (charset === null || !(isJson(type) || isText(type))) return null;
  return decoderOf(charset) === null ? charset : null;
}

function textOf(body: Buffer, contentType: string): string {
  const charset = charsetOf(contentType);
  const decoder = charset === null ? null : decoderOf(charset);
  return decoder === null || decoder.encoding === 'utf-8'
    ? body.toString('utf8')
    : decoder.decode(body);
}

/** Whether it is JSON that would take too long to parse while every other execution waits. */
export const hasTooManyValues = (body: Buffer, contentType: string): boolean =>
  isJson(typeOf(contentType)) && isTooHeavy(body);

/**
 * JSON of any `+json` type is parsed, text stays text, anything else becomes `{ name?, base64,
 * contentType, sizeBytes }`. Text is decoded by its charset, which must be known. JSON that does
 * not parse stays text: the status is still an answer.
 * @param disposition the header Content-Disposition; empty when there is none
 */
export function readBody(body: Buffer, contentType: string, disposition = ''): unknown {
  const type = typeOf(contentType);
  if (body.length === 0) return null;
  if (isJson(type)) {
    const text = textOf(body, contentType);
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  }
  if (isText(type)) return textOf(body, contentType);
  const name = fileNameOf(disposition);
  return {
    ...(name !== undefined && { name }),
    base64: body.toString('base64'),
    contentType: type,
    sizeBytes: body.length,
  };
}
