/**
 * The log as if nothing had been removed from it: older records from the archive, the rest from
 * Kafka.
 */
import type { EventLog, LogAdmin } from '@libs/event-log';
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
          if (until < logStart)
            throw new ArchiveError(
              'GAP',
              `${topic}/${partition}: the archive ends at ${until}, the log begins at ${logStart}`,
            );
          starts.set(partition, Math.min(segments[0]?.from ?? logStart, logStart));
        }
        return starts;
      },
    },
    async readRange(place, from, until, onRecords) {
      let position = from;
      for (const segment of await segmentsOf(dir, place)) {
        if (segment.until <= position || segment.from >= until) continue;
        if (segment.from > position) break;
        await readSegment(segment, async (records) => {
          const wanted = records.filter(({ offset }) => offset >= position && offset < until);
          if (wanted.length > 0) await onRecords(wanted);
        });
        position = Math.min(segment.until, until);
      }
      if (position < until) await log.readRange(place, position, until, onRecords);
    },
  };
}
