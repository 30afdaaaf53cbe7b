/**
 * `multipart/form-data` at trigger URLs: fields as text, files in base64, in the shape of the `api`
 * block's multipart bodies. Bounded, because a trigger's output is part of every snapshot of its
 * execution. Nothing is written to disk.
 */
import { Busboy } from '@fastify/busboy';
import { largeFrom, ownTurn } from '@libs/event-loop';
import { ApiError } from '../errors/api-error.js';

interface FormFile {
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly base64: string;
}

export interface MultipartBody {
  /** By field name; a repeated field has a list. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, FormFile | readonly FormFile[]>>;
}

/** Limit for all files together: base64 adds a third, and a ledger record holds 12 MB. */
const maxFilesBytes = 5 * 1024 * 1024;
const maxFiles = 50;
const maxParts = 500;
const maxFieldBytes = 1024 * 1024;
const maxHeaderPairs = 20;
const maxHeaderBytes = 8 * 1024;

/** The parser takes some 9 µs for each part, however short, also beyond its limit of parts. */
const pieceBytes = 16 * 1024;

const malformed = (): ApiError =>
  new ApiError(400, 'MALFORMED_REQUEST', 'The body is not well-formed multipart/form-data');
const tooLarge = (what: string): ApiError =>
  new ApiError(413, 'BODY_TOO_LARGE', `A form may have at most ${what}`);

function parserFor(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fileSize: maxFilesBytes,
        files: maxFiles,
        parts: maxParts,
        fieldSize: maxFieldBytes,
        headerPairs: maxHeaderPairs,
        headerSize: maxHeaderBytes,
      },
    });
  } catch {
    // No boundary in the content type.
    throw malformed();
  }
}

/**
 * @param contentType of the request, with its boundary
 * @throws ApiError 400 when the body is not a form, 413 when the form exceeds a limit
 */
export function parseMultipart(body: Buffer, contentType: string): Promise<MultipartBody> {
  return new Promise((resolve, rejectOnce) => {
    let isRefused = false;
    const reject = (error: ApiError): void => {
      isRefused = true;
      rejectOnce(error);
    };
    const fields: [string, string][] = [];
    const files: [string, FormFile][] = [];
    let filesBytes = 0;
    const parser = parserFor(contentType);
    const refuse = (error: ApiError) => (): void => reject(error);
    parser.on('field', (name, value, _isNameCut, isCut) => {
      if (isCut) reject(tooLarge('1 MB of text in a field'));
      fields.push([name, value]);
    });
    // The parser's types omit that a file may have no name.
    parser.on('file', (field, stream, given: string | undefined, _encoding, type) => {
      const name = given ?? '';
      const pieces: Buffer[] = [];
      stream.on('limit', refuse(tooLarge('5 MB of files')));
      // A truncated part; the parser reports it too.
      stream.on('error', refuse(malformed()));
      stream.on('data', (piece: Buffer) => {
        filesBytes += piece.length;
        if (filesBytes > maxFilesBytes) reject(tooLarge('5 MB of files'));
        pieces.push(piece);
      });
      stream.on('end', () => {
        const bytes = Buffer.concat(pieces);
        const sizeBytes = bytes.length;
        const file = { name, contentType: type, sizeBytes, base64: bytes.toString('base64') };
        // Browsers send an unfilled file field as an empty file without a name.
        if (name !== '' || sizeBytes > 0) files.push([field, file]);
      });
    });
    parser.on('filesLimit', refuse(tooLarge(`${maxFiles} files`)));
    parser.on('partsLimit', refuse(tooLarge(`${maxParts} parts`)));
    parser.on('error', refuse(malformed()));
    parser.on('finish', () => resolve({ fields: byName(fields), files: byName(files) }));
    feed(parser, body, () => isRefused).catch(refuse(malformed()));
  });
}

/** Stops at a refusal: a body of 10 MB may have two million parts. */
async function feed(
  parser: InstanceType<typeof Busboy>,
  body: Buffer,
  isRefused: () => boolean,
): Promise<void> {
  for (let at = 0; at < body.length && !isRefused(); at += pieceBytes) {
    if (at % largeFrom === 0) await ownTurn(body.length);
    parser.write(body.subarray(at, at + pieceBytes));
  }
  if (!isRefused()) parser.end();
}

/** Values by name; a name that occurs more than once gets a list of its values. */
export function byName<T>(pairs: readonly (readonly [string, T])[]): Record<string, T | T[]> {
  const lists = new Map<string, T[]>();
  for (const [name, value] of pairs) {
    const list = lists.get(name);
    if (list === undefined) lists.set(name, [value]);
    else list.push(value);
  }
  return Object.fromEntries(
    [...lists].map(([name, [first, ...more]]) => [
      name,
      more.length === 0 ? (first as T) : [first as T, ...more],
    ]),
  );
}
