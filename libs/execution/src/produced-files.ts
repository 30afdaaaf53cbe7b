/**
 * The files of an execution: file objects in its input and in its blocks' outputs, in ledger order,
 * each listed once. An entry never carries bytes; it names where they are. A pure function of
 * recorded text, so a replay finds the same files (decision 12).
 */
import { createHash } from 'node:crypto';
import type { BlockAddress } from './iteration.js';
import { recordedValue } from './masking.js';

export interface ProducedFile {
  /** Its own id, or a hash of its bytes or address; equal bytes, equal id within an execution. */
  readonly id: string;
  readonly name: string | null;
  /** Bytes. */
  readonly size: number;
  /** Media type. */
  readonly type: string;
  /** Null when it might carry credentials, and for bytes embedded in an output. */
  readonly url: string | null;
  /** Key in the author's store. */
  readonly key: string | null;
  /** The block that gave it first; the trigger for files of the input. */
  readonly blockId: string;
  readonly iteration: string;
  /** Path in that block's output: `files.scan`, `data`, `items[0].document`; null when too long. */
  readonly path: string | null;
}

type FoundFile = Omit<ProducedFile, keyof BlockAddress | 'path'>;

/** A longer list would crowd out the rest of a completion webhook. The outputs hold every file. */
export const maxFiles = 100;
/** An eighth of the largest webhook body. */
export const maxFilesTextLength = 32 * 1024;

const maxNameLength = 255;
const maxReferenceLength = 1_024;
const maxPathLength = 512;
/** No document written by a person nests deeper. */
const maxDepth = 16;

const mediaType = /^[a-z]+\/[\w.+-]{1,100}$/i;

/** Only such texts are parsed: nearly all outputs hold no file. */
const mayHoldFile = (text: string): boolean =>
  text.includes('"base64"') ||
  (text.includes('"size"') && text.includes('"type"') && text.includes('"name"'));

const textOrNull = (value: unknown, maxLength: number): string | null =>
  typeof value === 'string' && value !== '' && value.length <= maxLength ? value : null;

const nameOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, maxNameLength) : null;

function mediaTypeOf(value: unknown): string | null {
  const [type = ''] = typeof value === 'string' ? value.split(';', 1) : [];
  return mediaType.test(type.trim()) ? type.trim() : null;
}

/** Signed links carry their permission in the query; a reader of the list may not have it. */
function plainUrl(value: unknown): string | null {
  const text = textOrNull(value, maxReferenceLength);
  const url = text === null ? null : URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  return url.username + url.password + url.search + url.hash === '' ? text : null;
}

/** `{ base64, contentType }`, as `api` blocks and forms give bytes and multipart takes them. */
function embeddedFile(value: Record<string, unknown>, executionId: string): FoundFile | null {
  const type = mediaTypeOf(value['contentType']);
  if (type === null || typeof value['base64'] !== 'string') return null;
  const bytes = Buffer.from(value['base64'], 'base64');
  // The decoder skips characters that are not base64, so fewer bytes come out.
  if (Math.ceil(bytes.length / 3) * 4 !== value['base64'].length) return null;
  // Salted: equal bytes in two executions must not be recognisable as equal.
  const id = createHash('sha256').update(executionId).update(bytes).digest('hex').slice(0, 32);
  return { id, name: nameOf(value['name']), size: bytes.length, type, url: null, key: null };
}

/** `{ name, size, type, url or key, id? }`: a file stored elsewhere. */
function referencedFile(value: Record<string, unknown>): FoundFile | null {
  const { size } = value;
  const name = nameOf(value['name']);
  const type = mediaTypeOf(value['type']);
  const key = textOrNull(value['key'], maxReferenceLength);
  const address = textOrNull(value['url'], maxReferenceLength);
  const isAddressed = address !== null && /^https?:\/\//i.test(address);
  if (name === null || type === null || (key === null && !isAddressed)) return null;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return null;
  const own = textOrNull(value['id'], maxNameLength);
  const id =
    own ??
    createHash('sha256')
      .update(key ?? address ?? '')
      .digest('hex')
      .slice(0, 32);
  return { id, name, size, type, url: plainUrl(address), key };
}

/** @returns whether more files fit */
type Found = (file: FoundFile, path: string) => boolean;

/** Files examined in one text, duplicates included: each costs a hash of its bytes. */
const maxLooked = 10 * maxFiles;

/**
 * In text order.
 * @returns whether to continue: false once `found` takes no more
 */
function search(
  value: unknown,
  path: string,
  depth: number,
  executionId: string,
  found: Found,
): boolean {
  if (value === null || typeof value !== 'object' || depth > maxDepth) return true;
  if (Array.isArray(value))
    return value.every((item, index) =>
      search(item, `${path}[${index}]`, depth + 1, executionId, found),
    );
  const fields = value as Record<string, unknown>;
  const file = embeddedFile(fields, executionId) ?? referencedFile(fields);
  if (file !== null) return found(file, path);
  return Object.entries(fields).every(([name, field]) =>
    search(field, path === '' ? name : `${path}.${name}`, depth + 1, executionId, found),
  );
}

/**
 * Adds the files in a recorded JSON text to the execution's known files.
 * @param files changed in place; files over the limits are left out
 * @param address of the block whose output the text is
 */
export function addProducedFiles(
  files: ProducedFile[],
  executionId: string,
  { blockId, iteration }: BlockAddress,
  text: string,
): void {
  if (files.length >= maxFiles || !mayHoldFile(text)) return;
  let room = maxFilesTextLength - JSON.stringify(files).length;
  let looked = 0;
  search(recordedValue(text), '', 0, executionId, (file, path) => {
    looked += 1;
    if (files.some(({ id }) => id === file.id)) return looked < maxLooked;
    const told = path.length <= maxPathLength ? path : null;
    const entry = { ...file, blockId, iteration, path: told };
    const length = JSON.stringify(entry).length + 1;
    if (length <= room) {
      room -= length;
      files.push(entry);
    }
    return files.length < maxFiles && looked < maxLooked;
  });
}

/** JSON text; null when there is none. */
export const producedFilesText = (files: readonly ProducedFile[]): string | null =>
  files.length === 0 ? null : JSON.stringify(files);
