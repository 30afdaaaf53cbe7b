/**
 * `npm run projections:rebuild -- <projection> [--accept-incomplete-log]`: builds its read models anew from the ledger and swaps,
 * while everything else goes on. See docs/operations/rebuild.md.
 */
import {
  deliveriesProjection,
  executionsProjection,
  RebuildError,
  rebuildProjection,
  type RebuildProgress,
} from '@apps/projector';
import { ConfigError, kafkaConnectionOf, loadConfig } from '@libs/config';
import { createKafkaEventLog } from '@libs/event-log';
import { localEnvironment } from './local-environment.js';
import { progressLine } from './progress-line.js';

const projections = [executionsProjection, deliveriesProjection];
const names = projections.map(({ name }) => name).join('|');
const usage = `usage: npm run projections:rebuild -- ${names} [--accept-incomplete-log]`;
const accept = '--accept-incomplete-log';

/** One line that is written over on a terminal, a line per report elsewhere. */
function show(progress: RebuildProgress): void {
  const line = progressLine(progress);
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}

async function main(projection: (typeof projections)[number], options: string[]): Promise<number> {
  const config = loadConfig(await localEnvironment());
  const log = createKafkaEventLog({ ...kafkaConnectionOf(config), clientId: 'flowledger-rebuild' });
  try {
    const records = await rebuildProjection({
      projection,
      log,
      databaseUrl: config.DATABASE_URL,
      acceptIncompleteLog: options.includes(accept),
      onProgress: show,
    });
    process.stderr.write('\n');
    process.stdout.write(`${projection.name}: rebuilt from ${records} records and swapped in\n`);
    return 0;
  } finally {
    await log.close();
  }
}

const [name, ...options] = process.argv.slice(2);
const projection = projections.find((candidate) => candidate.name === name);
if (projection === undefined || options.some((option) => option !== accept)) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  process.exitCode = await main(projection, options).catch((error: unknown) => {
    const expected = error instanceof ConfigError || error instanceof RebuildError;
    process.stderr.write(`\n${expected ? error.message : String(error)}\n`);
    return 1;
  });
}
