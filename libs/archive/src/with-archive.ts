/**
 * The log as if nothing had been removed from it: older records from the archive, the rest from
 * Kafka.
 */
import type { EventLog, LogAdmin, TopicPartition } from '@libs/event-log';
import { requireCluster, segmentsOf } from './archive-directory.js';
import { ArchiveError } from './archive.errors.js';
import { readSegment } from './segment-file.js';

/** Source for a reader of a whole topic, such as a rebuild. */
export interface LedgerSource extends Pick<EventLog, 'readRange'> {
  readonly admin: Pick<LogAdmin, 'clusterId' | 'endOffsets' | 'startOffsets'>;
}

/**
 * @param dir the archive's directory; an empty or absent one adds nothing
 * @throws ArchiveError OTHER_CLUSTER; reading may throw GAP or DAMAGED
 */
export async function withArchive(log: LedgerSource, dir: string): Promise<LedgerSource> {
  await requireCluster(dir, await log.admin.clusterId());
  return {
    admin: {
      clusterId: () => log.admin.clusterId(),
      endOffsets: (topic) => log.admin.endOffsets(topic),
      async startOffsets(topic) {
        const starts = new Map<number, number>();
        for (const [partition, logStart] of await log.admin.startOffsets(topic)) {
          const segments = await segmentsOf(dir, { topic, partition });
          const until = segments.at(-1)?.until ?? logStart;
          if (until < logStart) throw gap(topic, partition, until, logStart);
          starts.set(partition, Math.min(segments[0]?.from ?? logStart, logStart));
        }
        return starts;
      },
    },
    async readRange(place, from, until, onRecords) {
      let position = from;
      const segments = await segmentsOf(dir, place);
      for (const segment of segments) {
        if (segment.until <= position || segment.from >= until) continue;
        await readSegment(segment, async (records) => {
          const wanted = records.filter(({ offset }) => offset >= position && offset < until);
          if (wanted.length > 0) await onRecords(wanted);
        });
        position = Math.min(segment.until, until);
      }
      if (position >= until) return;
      if (segments.length > 0) await requireContinued(log, place, position);
      await log.readRange(place, position, until, onRecords);
    },
  };
}

/** Records may have left the log since its start was read: the files end before them then. */
async function requireContinued(
  log: LedgerSource,
  { topic, partition }: TopicPartition,
  archivedUntil: number,
): Promise<void> {
  const logStart = (await log.admin.startOffsets(topic)).get(partition) ?? 0;
  if (archivedUntil < logStart) throw gap(topic, partition, archivedUntil, logStart);
}

const gap = (topic: string, partition: number, until: number, logStart: number): ArchiveError =>
  new ArchiveError(
    'GAP',
    `${topic}/${partition}: the archive ends at ${until}, the log begins at ${logStart}`,
  );
