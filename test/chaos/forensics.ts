/** What can be known of an execution that did not end, for the person who looks at a red run. */
import { decodeRecord, groups, headers, topics } from '@libs/contracts';
import type { EventLog, ReceivedRecord } from '@libs/event-log';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  for (const { output } of fleet.processes())
    lines.push(
      ...output()
        .split('\n')
        .filter((line) => line.includes(executionId)),
    );
  return `${lines.join('\n')}\n`;
}

/** @returns the directory with what each process has written, and what it measures of itself now */
export async function keepOutputs(log: EventLog, fleet: Fleet): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'flowledger-chaos-'));
  for (const [index, { name, pid, output }] of fleet.processes().entries())
    await writeFile(join(directory, `${index}-${name}-${pid}.log`), output());
  for (const name of ['runner', 'relay', 'projector'] as const) {
    for (const { url, pid } of fleet.members(name)) {
      const metrics = await fetch(`${url}/metrics`).then(
        (answer) => answer.text(),
        (error: unknown) => String(error),
      );
      await writeFile(join(directory, `metrics-${name}-${pid}.txt`), metrics);
    }
  }
  const [ends, committed] = await Promise.all([
    log.admin.endOffsets(topics.events),
    log.admin.committed(groups.relay, topics.events),
  ]);
  const relay = [...ends].map(([partition, end]) => ({
    partition,
    end,
    committed: committed.get(partition),
  }));
  await writeFile(join(directory, 'relay.json'), JSON.stringify(relay, null, 2));
  return directory;
}
