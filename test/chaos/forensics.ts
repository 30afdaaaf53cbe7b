/**
 * Everything known about an execution that did not end, for the person who examines a failed run.
 */
import { decodeRecord, delayTiers, groups, headers, topics } from '@libs/contracts';
import type { EventLog, ReceivedRecord } from '@libs/event-log';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Fleet } from './fleet.js';

const placeOf = ({ topic, partition, offset, timestampMs }: ReceivedRecord): string =>
  `${new Date(timestampMs).toISOString()} ${topic}[${partition}]@${offset}`;

function describe(record: ReceivedRecord): string {
  const { [headers.claimOffset]: claim, [headers.writerId]: writer } = record.headers;
  const decoded = decodeRecord(record.value);
  const of = decoded.data as { blockId?: string; sequence?: number; writerId?: string };
  return `${placeOf(record)} ${decoded.type} ${of.blockId ?? ''} #${of.sequence ?? ''} claim ${claim ?? ''} writer ${writer ?? of.writerId ?? ''}`;
}

/**
 * Every record in any topic that names the id (void and aborted ones too), its rows, the committed
 * offsets of its partitions, and its log lines.
 */
export async function traceOf(log: EventLog, fleet: Fleet, id: string): Promise<string> {
  const lines: string[] = [`what is known of ${id}:`];
  const partitions = new Set<number>();
  const searched = [
    ...[topics.requests, topics.control, topics.events, topics.completed, topics.deliveryRequests],
    ...[topics.deliveryEvents, ...delayTiers.map(({ topic }) => topic)],
  ];
  for (const topic of searched) {
    for (const [partition, end] of await log.admin.endOffsets(topic)) {
      await log.readRange({ topic, partition }, 0, end, (records) => {
        for (const record of records) {
          const isClaim = record.headers[headers.eventType] === 'PartitionClaimed';
          const isOfIt =
            record.key === id || JSON.stringify(decodeRecord(record.value)).includes(id);
          if (isOfIt && record.key === id) partitions.add(partition);
          if (isOfIt || (isClaim && partitions.has(partition))) lines.push(describe(record));
        }
      });
    }
  }
  for (const topic of [topics.requests, topics.control]) {
    const committed = await log.admin.committed(groups.runner, topic);
    for (const partition of partitions)
      lines.push(`committed ${topic}[${partition}]: ${JSON.stringify(committed.get(partition))}`);
  }
  lines.push(...(await rowsOf(fleet, id)));
  for (const { output } of fleet.processes())
    lines.push(
      ...output()
        .split('\n')
        .filter((line) => line.includes(id)),
    );
  return `${lines.join('\n')}\n`;
}

async function rowsOf({ postgres }: Fleet, id: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: postgres.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(d)::text as row from delivery d where id = $1 or execution_id = $1
       union all select (to_jsonb(f) - 'body')::text from delivery_fence f where delivery_id = $1
       union all select to_jsonb(l)::text from execution_log l where execution_id = $1
       union all select to_jsonb(c)::text from projection_checkpoint c`,
      [id],
    );
    return rows.map(({ row }) => row);
  } finally {
    await client.end();
  }
}

/** @returns the directory with each process's output and current metrics */
export async function keepOutputs(log: EventLog, fleet: Fleet): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'flowledger-chaos-'));
  for (const [index, { name, pid, output }] of fleet.processes().entries())
    await writeFile(join(directory, `${index}-${name}-${pid}.log`), output());
  for (const name of ['runner', 'relay', 'projector', 'delivery'] as const) {
    for (const { opsUrl, pid } of fleet.members(name)) {
      const metrics = await fetch(`${opsUrl}/metrics`).then(
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
