/** What can be known of an execution that did not end, for the person who looks at a red run. */
import { decodeRecord, groups, headers, topics } from '@libs/contracts';
import type { EventLog, ReceivedRecord } from '@libs/event-log';
import type { Fleet } from './fleet.js';

const placeOf = ({ topic, partition, offset, timestampMs }: ReceivedRecord): string =>
  `${new Date(timestampMs).toISOString()} ${topic}[${partition}]@${offset}`;

function describe(record: ReceivedRecord): string {
  const { [headers.claimOffset]: claim, [headers.writerId]: writer } = record.headers;
  const decoded = decodeRecord(record.value);
  const of = decoded.data as { blockId?: string; sequence?: number; writerId?: string };
  return `${placeOf(record)} ${decoded.type} ${of.blockId ?? ''} #${of.sequence ?? ''} claim ${claim ?? ''} writer ${writer ?? of.writerId ?? ''}`;
}

/** Its request, orders and events, void ones too; the claims of its partition; both watermarks; what processes said of it. */
export async function traceOf(log: EventLog, fleet: Fleet, executionId: string): Promise<string> {
  const lines: string[] = [`what is known of ${executionId}:`];
  const partitions = new Set<number>();
  for (const topic of [topics.requests, topics.control, topics.events]) {
    for (const [partition, end] of await log.admin.endOffsets(topic)) {
      await log.readRange({ topic, partition }, 0, end, (records) => {
        for (const record of records) {
          const isClaim = record.headers[headers.eventType] === 'PartitionClaimed';
          if (record.key === executionId) partitions.add(partition);
          if (record.key === executionId || (isClaim && partitions.has(partition)))
            lines.push(describe(record));
        }
      });
    }
  }
  for (const topic of [topics.requests, topics.control]) {
    const committed = await log.admin.committed(groups.runner, topic);
    for (const partition of partitions)
      lines.push(`committed ${topic}[${partition}]: ${JSON.stringify(committed.get(partition))}`);
  }
  for (const output of fleet.outputs())
    lines.push(...output.split('\n').filter((line) => line.includes(executionId)));
  return `${lines.join('\n')}\n`;
}
