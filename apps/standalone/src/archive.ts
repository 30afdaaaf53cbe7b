/**
 * `npm run ledger:archive -- --dir <dir> --before <time> [--delete]`: copies older records of the
 * ledger and the delivery history into files that a rebuild reads first. With --delete, removes
 * safely archived records from Kafka. See docs/operations/retention.md.
 */
import { archiveTopic, ArchiveError, type ArchivedRange } from '@libs/archive';
import { ConfigError, kafkaConnectionOf, loadConfig } from '@libs/config';
import { groups, topics } from '@libs/contracts';
import { createKafkaEventLog, type EventLog, type LogAdmin } from '@libs/event-log';
import { decodePosition } from '@libs/ledger';
import { parseArgs } from 'node:util';
import { localEnvironment } from './local-environment.js';

const usage = 'usage: npm run ledger:archive -- --dir <dir> --before <ISO time> [--delete]';
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Consumer groups that must have read a topic before its records may be deleted. */
const readers: Readonly<Record<string, readonly string[]>> = {
  [topics.events]: [groups.relay, groups.projectorExecutions],
  [topics.deliveryEvents]: [groups.projectorDeliveries],
};

/** By partition, the first offset a consumer may still read; 0 if a group has no commit. */
async function neededFrom(admin: LogAdmin, topic: string): Promise<Map<number, number>> {
  const committed = await Promise.all(
    (readers[topic] ?? []).map((group) => admin.committed(group, topic)),
  );
  // A takeover folds the ledger from the ledger position in this commit.
  const places =
    topic === topics.events ? await admin.committed(groups.runner, topics.requests) : undefined;
  const needed = new Map<number, number>();
  for (const partition of (await admin.endOffsets(topic)).keys()) {
    const positions = committed.map((offsets) => offsets.get(partition)?.offset ?? 0);
    if (places !== undefined)
      positions.push(decodePosition(places.get(partition)?.metadata).offset);
    needed.set(partition, Math.min(...positions));
  }
  return needed;
}

async function remove(
  admin: LogAdmin,
  topic: string,
  ranges: readonly ArchivedRange[],
  before: ReadonlyMap<number, number>,
): Promise<void> {
  const needed = await neededFrom(admin, topic);
  const starts = await admin.startOffsets(topic);
  const offsets = new Map(
    ranges
      .map(({ partition, until }) => {
        const limits = [until, before.get(partition) ?? 0, needed.get(partition) ?? 0];
        return [partition, Math.min(...limits)] as const;
      })
      .filter(([partition, offset]) => offset > (starts.get(partition) ?? 0)),
  );
  if (offsets.size > 0) await admin.deleteBefore(topic, offsets);
  for (const [partition, offset] of offsets) say(`${topic}/${partition}: deleted before ${offset}`);
}

async function run(log: EventLog, dir: string, beforeMs: number, drop: boolean): Promise<void> {
  for (const topic of Object.keys(readers)) {
    const until = await log.admin.offsetsAt(topic, beforeMs);
    const ranges = await archiveTopic(log, { dir, topic, until });
    for (const { partition, from, until: end, written } of ranges)
      say(`${topic}/${partition}: ${from} to ${end} in the archive, ${written} records new`);
    if (drop) await remove(log.admin, topic, ranges, until);
  }
}

async function main(dir: string, beforeMs: number, drop: boolean): Promise<number> {
  // No database is needed here, but the configuration requires one.
  const environment = { DATABASE_URL: 'postgres://unused', ...(await localEnvironment()) };
  const connection = kafkaConnectionOf(loadConfig(environment));
  const log = createKafkaEventLog({ ...connection, clientId: 'flowledger-archive' });
  try {
    await run(log, dir, beforeMs, drop);
    return 0;
  } finally {
    await log.close();
  }
}

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    before: { type: 'string' },
    delete: { type: 'boolean', default: false },
  },
  strict: false,
});
const beforeMs = Date.parse(String(values['before']));
if (typeof values['dir'] !== 'string' || Number.isNaN(beforeMs)) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  process.exitCode = await main(values['dir'], beforeMs, values['delete'] === true).catch(
    (error: unknown) => {
      const known = error instanceof ConfigError || error instanceof ArchiveError;
      process.stderr.write(`${known ? error.message : String(error)}\n`);
      return 1;
    },
  );
}
