/**
 * A `response` body of type `file`: `{ base64, contentType }`, sent as bytes. The record of an
 * answer has no field for the body type, so the type is stored beside the content type in the list
 * of headers, where an earlier release ignores it.
 */
import { type AnswerHeader } from './answer-headers.js';

export interface RecordedHeader extends AnswerHeader {
  readonly bodyType?: 'file';
}

interface FileBody {
  readonly base64: string;
  readonly contentType: string;
}

const mediaType = /^[\w.+-]+\/[\w.+-]+(?:;[\t\x20-\x7e]*)?$/;
const octets = 'application/octet-stream';

/** Base64 as this service writes it; also its URL form, without padding, or on several lines. */
function isBase64(text: string): boolean {
  // Single character classes only, so that time is linear in the text for any content.
  if (/[^A-Za-z0-9+/_=\s-]/.test(text)) return false;
  const compact = text.replace(/\s/g, '');
  const padding = compact.indexOf('=');
  const digits = padding === -1 ? compact.length : padding;
  return /^={0,2}$/.test(compact.slice(digits)) && digits % 4 !== 1;
}

/** The file in a body, or a text that says why there is none. */
export function fileBodyOf(body: unknown): FileBody | string {
  const { base64, contentType } = (body ?? {}) as Record<string, unknown>;
  if (typeof base64 !== 'string')
    return 'With "bodyType": "file" the body must be { base64, contentType }';
  if (!isBase64(base64)) return 'The field "base64" of the body is not valid base64';
  const isType = typeof contentType === 'string' && mediaType.test(contentType);
  return { base64, contentType: isType ? contentType : octets };
}

/** The author's content type wins over the file's. */
export function markedAsFile(
  headers: readonly AnswerHeader[],
  contentType: string,
): RecordedHeader[] {
  const isType = ({ key }: AnswerHeader): boolean => key.toLowerCase() === 'content-type';
  if (!headers.some(isType))
    return [...headers, { key: 'content-type', value: contentType, bodyType: 'file' }];
  return headers.map((header) => (isType(header) ? { ...header, bodyType: 'file' } : header));
}
