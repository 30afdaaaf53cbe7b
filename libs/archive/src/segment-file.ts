/**
 * One archive file: the records `from` (inclusive) to `until` (exclusive) of one partition, as its
 * name says. Its SHA-256 is in a file beside it. A file appears whole or not at all.
 */
import avro from 'avsc';
import type { ReceivedRecord, TopicPartition } from '@libs/event-log';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ArchiveError } from './archive.errors.js';

const schema: avro.Schema = {
  type: 'record',
  name: 'ArchivedRecord',
  namespace: 'io.flowledger.archive',
  doc: 'One Kafka record; value is the frame as it was in the topic.',
  fields: [
    { name: 'offset', type: 'long' },
    { name: 'timestampMs', type: 'long' },
    { name: 'key', type: ['null', 'string'] },
    { name: 'value', type: ['null', 'bytes'] },
    { name: 'headers', type: { type: 'map', values: 'string' } },
  ],
};

const batchRecords = 500;

export interface Segment extends TopicPartition {
  readonly from: number;
  /** Exclusive. */
  readonly until: number;
  readonly path: string;
}

const digits = 20;
const nameExpression = /^(\d{20})-(\d{20})\.avro$/;

export const segmentName = (from: number, until: number): string =>
  `${String(from).padStart(digits, '0')}-${String(until).padStart(digits, '0')}.avro`;

/** @returns null for other files in the directory */
export function rangeOf(fileName: string): { from: number; until: number } | null {
  const [, from, until] = nameExpression.exec(fileName) ?? [];
  return from === undefined ? null : { from: Number(from), until: Number(until) };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Partition, topic and archive. */
const directoryLevels = 3;

const checksumPath = (path: string): string => `${path}.sha256`;

/** Writes a draft beside the final path, and renames it once it is on disk. */
export async function writeSegment(
  segment: Segment,
  records: readonly ReceivedRecord[],
): Promise<void> {
  await mkdir(dirname(segment.path), { recursive: true });
  const draft = `${segment.path}.draft`;
  const values = records.map(({ offset, timestampMs, key, value, headers }) => ({
    offset,
    timestampMs,
    key,
    value,
    headers,
  }));
  // avsc's createFileEncoder is unsuitable: it finishes before its file is complete.
  const encoder = new avro.streams.BlockEncoder(schema, { codec: 'deflate' });
  await pipeline(Readable.from(values), encoder, createWriteStream(draft));
  await sync(draft);
  await writeFile(checksumPath(segment.path), `${await sha256Of(draft)}\n`);
  await sync(checksumPath(segment.path));
  await rename(draft, segment.path);
  // Its name too must be on disk before its records leave the log.
  for (let dir = dirname(segment.path), level = 0; level < directoryLevels; level += 1) {
    await sync(dir);
    dir = dirname(dir);
  }
}

/** @throws ArchiveError DAMAGED */
export async function verifySegment({ path }: Segment): Promise<void> {
  const wanted = await readFile(checksumPath(path), 'utf8').catch((cause: unknown) => {
    throw new ArchiveError('DAMAGED', `${path} has no checksum file`, { cause });
  });
  if ((await sha256Of(path)) !== wanted.trim())
    throw new ArchiveError('DAMAGED', `${path} does not match its checksum`);
}

/** @throws ArchiveError DAMAGED, before the first record is passed on */
export async function readSegment(
  segment: Segment,
  onRecords: (records: readonly ReceivedRecord[]) => void | Promise<void>,
): Promise<void> {
  await verifySegment(segment);
  const { topic, partition } = segment;
  let batch: ReceivedRecord[] = [];
  for await (const found of avro.createFileDecoder(segment.path)) {
    batch.push({ ...(found as Omit<ReceivedRecord, keyof TopicPartition>), topic, partition });
    if (batch.length === batchRecords) {
      await onRecords(batch);
      batch = [];
    }
  }
  if (batch.length > 0) await onRecords(batch);
}
