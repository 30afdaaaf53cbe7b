/**
 * `npm run projections:rebuild -- <projection> [--archive <dir>] [--accept-incomplete-log]`:
 * rebuilds the projection's read models from the ledger, archived part first, then swaps them in
 * while everything else keeps running. The archive's default is FLOWLEDGER_LEDGER_ARCHIVE_DIR. See
 * docs/operations/rebuild.md.
 */
import {
  deliveriesProjection,
  executionsProjection,
  RebuildError,
  rebuildProjection,
  type RebuildProgress,
} from '@apps/projector';
import { ArchiveError, withArchive } from '@libs/archive';
import { ConfigError, kafkaConnectionOf, loadConfig } from '@libs/config';
import { createKafkaEventLog } from '@libs/event-log';
import { parseArgs } from 'node:util';
import { localEnvironment } from './local-environment.js';
import { progressLine } from './progress-line.js';

const projections = [executionsProjection, deliveriesProjection];
const names = projections.map(({ name }) => name).join('|');
const usage = `usage: npm run projections:rebuild -- ${names} [--archive <dir>] [--accept-incomplete-log]`;

interface Arguments {
  readonly projection: (typeof projections)[number];
  readonly archive: string | undefined;
  readonly acceptIncompleteLog: boolean;
}

/** Null when the arguments are not valid. */
function read(args: string[]): Arguments | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        archive: { type: 'string' },
        'accept-incomplete-log': { type: 'boolean', default: false },
      },
    });
    const projection = projections.find(({ name }) => name === positionals[0]);
    if (projection === undefined || positionals.length !== 1) return null;
    const acceptIncompleteLog = values['accept-incomplete-log'];
    return { projection, archive: values.archive, acceptIncompleteLog };
  } catch {
    return null;
  }
}

/** On a terminal, one line that is overwritten; elsewhere, one line per report. */
function show(progress: RebuildProgress): void {
  const line = progressLine(progress);
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}

async function main({ projection, acceptIncompleteLog, ...given }: Arguments): Promise<number> {
  const config = loadConfig(await localEnvironment());
  const archive = given.archive ?? config.FLOWLEDGER_LEDGER_ARCHIVE_DIR;
  const log = createKafkaEventLog({ ...kafkaConnectionOf(config), clientId: 'flowledger-rebuild' });
  try {
    const records = await rebuildProjection({
      projection,
      log: archive === undefined ? log : await withArchive(log, archive),
      databaseUrl: config.DATABASE_URL,
      acceptIncompleteLog,
      onProgress: show,
    });
    process.stderr.write('\n');
    process.stdout.write(`${projection.name}: rebuilt from ${records} records and swapped in\n`);
    return 0;
  } finally {
    await log.close();
  }
}

const understood = read(process.argv.slice(2));
if (understood === null) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  process.exitCode = await main(understood).catch((error: unknown) => {
    const expected = [ConfigError, RebuildError, ArchiveError].some(
      (kind) => error instanceof kind,
    );
    process.stderr.write(
      `\n${expected && error instanceof Error ? error.message : String(error)}\n`,
    );
    return 1;
  });
}
