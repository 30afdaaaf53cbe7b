/** Archive layout: `<dir>/cluster-id` and `<dir>/<topic>/<partition>/<from>-<until>.avro`. */
import type { TopicPartition } from '@libs/event-log';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveError } from './archive.errors.js';
import { rangeOf, segmentName, type Segment } from './segment-file.js';

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

/**
 * An archive belongs to one log: the same offsets in another log mean other records.
 * @param begin marks an empty directory as this cluster's
 * @throws ArchiveError OTHER_CLUSTER
 */
export async function requireCluster(
  dir: string,
  clusterId: string,
  { begin = false } = {},
): Promise<void> {
  const file = join(dir, 'cluster-id');
  const found = (await ifThere(readFile(file, 'utf8')))?.trim();
  if (found === clusterId) return;
  if (found !== undefined)
    throw new ArchiveError(
      'OTHER_CLUSTER',
      `${dir} belongs to cluster ${found}, not to ${clusterId}`,
    );
  if (!begin) return;
  await mkdir(dir, { recursive: true });
  await writeFile(file, `${clusterId}\n`);
}
