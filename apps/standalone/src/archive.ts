/**
 * `npm run ledger:archive -- [--dir <dir>] [--before <time>] [--delete | --dry-run]`: copies older
 * records of the ledger's topics into files that a rebuild reads first. With --delete, removes from
 * Kafka what the files hold and no reader needs. See docs/operations/retention.md.
 */
import {
  daysInKafka,
  LedgerRetentionError,
  lockArchive,
  namedCutoffs,
  type PartitionReport,
  retainLedger,
  retentionCutoffs,
  type TopicReport,
} from '@apps/projector';
import { ArchiveError } from '@libs/archive';
import { type Config, ConfigError, kafkaConnectionOf, loadConfig } from '@libs/config';
import { createKafkaEventLog, type EventLog } from '@libs/event-log';
import { type Database, openDatabase } from '@libs/persistence';
import { parseArgs } from 'node:util';
import { localEnvironment } from './local-environment.js';

const usage = `usage: npm run ledger:archive -- [--dir <dir>] [--before <ISO time>] [--delete | --dry-run]
--dir      default: FLOWLEDGER_LEDGER_ARCHIVE_DIR
--before   default: as FLOWLEDGER_LEDGER_RETENTION_DAYS says
--delete   removes from Kafka what the files hold and no reader needs
--dry-run  says what would be copied and deleted, and what holds the rest`;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Wrong use: the text says what to do. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Act = 'plan' | 'copy' | 'delete';

interface Order {
  readonly act: Act;
  readonly dir: string | undefined;
  /** Absent: as the retention of the ledger says. */
  readonly beforeMs: number | undefined;
}

const options = {
  dir: { type: 'string' },
  before: { type: 'string' },
  delete: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

function valuesOf(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (cause) {
    throw new UsageError(usage, { cause });
  }
}

/** @throws UsageError */
function read(args: string[]): Order {
  const { dir, before, delete: isDeleting, 'dry-run': isPlan } = valuesOf(args);
  const beforeMs = before === undefined ? undefined : Date.parse(before);
  if (Number.isNaN(beforeMs) || (isDeleting && isPlan)) throw new UsageError(usage);
  return { act: isPlan ? 'plan' : isDeleting ? 'delete' : 'copy', dir, beforeMs };
}

function lineOf(act: Act, isDeleted: boolean, report: PartitionReport): string {
  const { topic, partition, logStart, deleteBefore, archivedFrom, archivedUntil } = report;
  const would = act === 'plan' ? 'would be ' : '';
  const parts = [
    `${archivedFrom} to ${archivedUntil} ${would}in the archive`,
    `${report.copied} records new`,
  ];
  if ((isDeleted || act === 'plan') && deleteBefore > logStart)
    parts.push(`${would}deleted before ${deleteBefore}`);
  if (act !== 'copy' && report.heldBy !== null && logStart < report.youngFrom)
    parts.push(`the rest is held by ${report.heldBy}`);
  return `${topic}/${partition}: ${parts.join(', ')}`;
}

const show =
  (act: Act) =>
  ({ topic, partitions, isDeleted }: TopicReport): void => {
    for (const report of partitions) say(lineOf(act, isDeleted, report));
    if (act === 'delete' && !isDeleted)
      say(`${topic}: nothing deleted, because a rebuild reads the log; run this again after it`);
  };

async function run(
  { act, beforeMs }: Order,
  dir: string,
  config: Config,
  log: EventLog,
  database: Database,
): Promise<void> {
  await database.patiently(async (client) => {
    if (act !== 'plan' && !(await lockArchive(client)))
      throw new LedgerRetentionError(
        'ARCHIVE_IN_USE',
        'a projector or another run writes an archive of this ledger: try again later',
      );
    const cutoffs =
      beforeMs === undefined
        ? retentionCutoffs(Date.now(), await daysInKafka(client, config))
        : namedCutoffs(beforeMs);
    await retainLedger({
      log,
      client,
      dir,
      cutoffs,
      act,
      isWhole: beforeMs === undefined,
      begins: true,
      mayGoOn: async () => {
        await client.query('select');
      },
      onTopic: show(act),
    });
  });
}

/** @throws UsageError */
async function main(args: string[]): Promise<void> {
  const order = read(args);
  const config = loadConfig(await localEnvironment());
  const dir = order.dir ?? config.FLOWLEDGER_LEDGER_ARCHIVE_DIR;
  const isBounded = order.beforeMs !== undefined || config.FLOWLEDGER_LEDGER_RETENTION_DAYS > 0;
  if (dir === undefined || !isBounded) throw new UsageError(usage);
  const log = createKafkaEventLog({ ...kafkaConnectionOf(config), clientId: 'flowledger-archive' });
  try {
    const database = await openDatabase({
      url: config.DATABASE_URL,
      poolSize: 1,
      applicationName: 'flowledger-archive',
    });
    await run(order, dir, config, log, database).finally(() => database.close());
  } finally {
    await log.close();
  }
}

const expected = [UsageError, ConfigError, ArchiveError, LedgerRetentionError];

await main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = expected.some((kind) => error instanceof kind);
  process.stderr.write(`${isExpected && error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
