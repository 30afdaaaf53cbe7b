/** Archive layout: `<dir>/cluster-id` and `<dir>/<topic>/<partition>/<from>-<until>.avro`. */
import type { TopicPartition } from '@libs/event-log';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveError } from './archive.errors.js';
import { rangeOf, segmentName, type Segment, verifySegment } from './segment-file.js';

const directoryOf = (dir: string, { topic, partition }: TopicPartition): string =>
  join(dir, topic, String(partition));

export const segmentAt = (
  dir: string,
  partition: TopicPartition,
  from: number,
  until: number,
): Segment => ({
  ...partition,
  from,
  until,
  path: join(directoryOf(dir, partition), segmentName(from, until)),
});

const ifThere = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Files of one partition, in order.
 * @throws ArchiveError GAP when a file between two others is missing
 */
export async function segmentsOf(dir: string, partition: TopicPartition): Promise<Segment[]> {
  const names = (await ifThere(readdir(directoryOf(dir, partition)))) ?? [];
  const segments = names
    .map(rangeOf)
    .filter((range) => range !== null)
    .sort((a, b) => a.from - b.from)
    .map(({ from, until }) => segmentAt(dir, partition, from, until));
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    if (before !== undefined && before.until !== segment.from)
      throw new ArchiveError('GAP', `between ${before.path} and ${segment.path}`);
  }
  return segments;
}

/** What to do with a directory that is no archive yet. */
export type WithoutArchive = 'begin' | 'refuse' | 'accept';

/**
 * An archive belongs to one log: the same offsets in another log mean other records.
 * @throws ArchiveError OTHER_CLUSTER, NOT_BEGUN
 */
export async function requireCluster(
  dir: string,
  clusterId: string,
  without: WithoutArchive = 'accept',
): Promise<void> {
  const file = join(dir, 'cluster-id');
  const found = (await ifThere(readFile(file, 'utf8')))?.trim();
  if (found === clusterId) return;
  if (found !== undefined)
    throw new ArchiveError(
      'OTHER_CLUSTER',
      `${dir} belongs to cluster ${found}, not to ${clusterId}`,
    );
  if (without === 'accept') return;
  if (without === 'refuse')
    throw new ArchiveError(
      'NOT_BEGUN',
      `${dir} is no archive: mount its volume, or begin one with npm run ledger:archive`,
    );
  await mkdir(dir, { recursive: true });
  await writeFile(file, `${clusterId}\n`);
}

/** The offsets that files hold, `until` exclusive; null when there is no file. */
export async function archivedRange(
  dir: string,
  partition: TopicPartition,
): Promise<{ readonly from: number; readonly until: number } | null> {
  const segments = await segmentsOf(dir, partition);
  const [first, last] = [segments[0], segments.at(-1)];
  return first === undefined || last === undefined ? null : { from: first.from, until: last.until };
}

/**
 * That intact files hold every record from `from` to `until` (exclusive): they are read for it.
 * @throws ArchiveError GAP, DAMAGED
 */
export async function requireArchived(
  dir: string,
  partition: TopicPartition,
  from: number,
  until: number,
): Promise<void> {
  const range = await archivedRange(dir, partition);
  if (range === null || range.from > from || range.until < until) {
    const { topic, partition: number } = partition;
    const held = range === null ? 'nothing' : `${range.from} to ${range.until}`;
    throw new ArchiveError(
      'GAP',
      `${dir} holds ${held} of ${topic}/${number}, not ${from} to ${until}`,
    );
  }
  for (const segment of await segmentsOf(dir, partition))
    if (segment.until > from && segment.from < until) await verifySegment(segment);
}
