/**
 * Copies the older part of a topic into files, starting where the archive ends. Repeatable; deletes
 * nothing.
 */
import type { EventLog, ReceivedRecord, TopicPartition } from '@libs/event-log';
import { requireCluster, segmentAt, segmentsOf, type WithoutArchive } from './archive-directory.js';
import { ArchiveError } from './archive.errors.js';
import { readSegment, writeSegment } from './segment-file.js';

/**
 * Size of the records in memory. Such a file reads in seconds, and a failed run loses at most one
 * file.
 */
const defaultFileBytes = 64 * 1024 * 1024;
/** Offset, times, key and headers: a file of tiny records must fit into memory too. */
const overheadBytes = 512;

export interface ArchivedRange extends TopicPartition {
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. Everything between is in verified files. */
  readonly until: number;
  /** Records written by this run. */
  readonly written: number;
}

export interface ArchiveOptions {
  readonly dir: string;
  readonly topic: string;
  /** End offset by partition, exclusive. */
  readonly until: ReadonlyMap<number, number>;
  readonly fileBytes?: number;
  /** Default: begins an archive. */
  readonly without?: Exclude<WithoutArchive, 'accept'>;
  /** Called before each file; a rejection ends the run, which the next one continues. */
  readonly mayGoOn?: () => Promise<void>;
}

type Source = Pick<EventLog, 'readRange' | 'admin'>;

/**
 * @throws ArchiveError GAP when the log no longer has the records after the archive's last file;
 * OTHER_CLUSTER, NOT_BEGUN
 */
export async function archiveTopic(log: Source, options: ArchiveOptions): Promise<ArchivedRange[]> {
  const { dir, topic, until } = options;
  await requireCluster(dir, await log.admin.clusterId(), options.without ?? 'begin');
  const starts = await log.admin.startOffsets(topic);
  const ranges: ArchivedRange[] = [];
  for (const [partition, end] of until) {
    const place = { topic, partition };
    const segments = await segmentsOf(dir, place);
    const logStart = starts.get(partition) ?? 0;
    const first = segments[0]?.from ?? logStart;
    const next = segments.at(-1)?.until ?? logStart;
    if (next < logStart)
      throw new ArchiveError(
        'GAP',
        `${topic}/${partition} starts at ${logStart}, after the expected ${next}`,
      );
    const written = end > next ? await writeRange(log, options, place, next, end) : 0;
    ranges.push({ ...place, from: first, until: Math.max(next, end), written });
  }
  return ranges;
}

async function writeRange(
  log: Source,
  { dir, fileBytes = defaultFileBytes, mayGoOn }: ArchiveOptions,
  place: TopicPartition,
  from: number,
  until: number,
): Promise<number> {
  let pending: ReceivedRecord[] = [];
  let sizeBytes = 0;
  let start = from;
  let written = 0;
  const flush = async (end: number): Promise<void> => {
    await mayGoOn?.();
    const segment = segmentAt(dir, place, start, end);
    await writeSegment(segment, pending);
    // Records that will be deleted from the log must be readable here first.
    let readable = 0;
    await readSegment(segment, (records) => void (readable += records.length));
    if (readable !== pending.length)
      throw new ArchiveError(
        'DAMAGED',
        `${segment.path} has ${readable} readable records of ${pending.length}`,
      );
    written += readable;
    [pending, sizeBytes, start] = [[], 0, end];
  };
  await log.readRange(place, from, until, async (records) => {
    for (const record of records) {
      pending.push(record);
      sizeBytes += overheadBytes + (record.value?.length ?? 0);
      if (sizeBytes >= fileBytes) await flush(record.offset + 1);
    }
  });
  if (start < until) await flush(until);
  return written;
}
