/**
 * `node bench/projector-pairs.mjs BASE [PAIRS]`: CPU time per projected execution of four records,
 * of this checkout next to the commit BASE: the projector and its Postgres. Each build has its own
 * Kafka and Postgres. Bursts of SECONDS (5) at RATE (300) executions a second alternate. Prints the
 * mean paired difference with its 95 % interval (Student's t).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { root } from '../scripts/set-up.mjs';
import { buildOf, measuredPairs, summaryOf } from './paired.mjs';
import { usageBelow } from './processes.mjs';
import { closeAll, node, onClose, start } from './product.mjs';

const [base, pairs = '12'] = process.argv.slice(2);
const rate = Number(process.env.RATE ?? 300);
const seconds = Number(process.env.SECONDS ?? 5);
const partitions = 4;
const ticksPerSecond = 50;
/** Time for work that continues after the last row: offset commits. */
const settleMs = 1_000;

async function startBuild(name, home) {
  const { startKafka, startPostgres } = await import(
    join(home, 'dist/libs/local-stack/src/index.js')
  );
  const { createKafkaEventLog } = await import(join(home, 'dist/libs/event-log/src/index.js'));
  const { topics } = await import(join(home, 'dist/libs/contracts/src/index.js'));
  const { claim, history } = await import(join(home, 'bench/ledger-records.mjs'));
  const dataDir = mkdtempSync(join(tmpdir(), 'projector-pairs-'));
  onClose(() => rmSync(dataDir, { recursive: true, force: true }));
  const options = { dataDir, provider: 'embedded' };
  const [kafka, postgres] = await Promise.all([startKafka(options), startPostgres(options)]);
  onClose(() => Promise.all([kafka.stop(), postgres.stop()]));
  const environment = {
    ...{ KAFKA_BROKERS: kafka.kafkaBrokers, DATABASE_URL: postgres.databaseUrl, DATA_DIR: dataDir },
    ...{ FLOWLEDGER_LEDGER_PARTITIONS: String(partitions), LOG_LEVEL: 'info', PORT: '0' },
  };
  const prepared = spawnSync(node, [join(home, 'dist/apps/standalone/src/migrate.js')], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  if (prepared.status !== 0) throw new Error(prepared.stderr + prepared.stdout);
  const log = createKafkaEventLog({ brokers: kafka.kafkaBrokers.split(','), clientId: 'bench' });
  const appender = log.appender();
  onClose(async () => {
    await appender.close();
    await log.close();
  });
  for (let partition = 0; partition < partitions; partition += 1)
    await appender.append(claim(partition));
  const pool = new pg.Pool({ connectionString: postgres.databaseUrl, max: 1 });
  pool.on('error', () => undefined);
  onClose(() => pool.end());
  const { pid } = await start(
    [join(home, 'dist/apps/projector/src/main.js')],
    environment,
    (output) => output.includes('\n'),
  );
  return { name, log, topic: topics.events, appender, history, pool, pids: [pid, postgres.pid] };
}

async function feed({ appender, history }) {
  const perTick = rate / ticksPerSecond;
  const startedAt = performance.now();
  const appended = [];
  for (let tick = 0; tick < seconds * ticksPerSecond; tick += 1) {
    for (let n = 0; n < perTick; n += 1)
      for (const record of history(n % partitions)) appended.push(appender.append(record));
    await setTimeout(Math.max(0, startedAt + (tick * 1_000) / ticksPerSecond - performance.now()));
  }
  await Promise.all(appended);
}

async function untilProjected({ log, topic, pool }) {
  const ends = [...(await log.admin.endOffsets(topic)).values()].reduce((a, b) => a + b);
  for (;;) {
    const { rows } = await pool.query(
      `select coalesce(sum(next_offset), 0)::float8 as done from projection_checkpoint where projection = 'executions'`,
    );
    if (rows[0].done >= ends) return;
    await setTimeout(20);
  }
}

const cpuMsOf = (pids) =>
  pids.map(usageBelow).reduce((sum, { app, postgres }) => sum + app.cpuMs + postgres.cpuMs, 0);

/** @returns {Promise<number>} CPU-ms per execution */
async function measure(build) {
  const before = cpuMsOf(build.pids);
  await feed(build);
  await untilProjected(build);
  await setTimeout(settleMs);
  const cpuMs = (cpuMsOf(build.pids) - before) / (rate * seconds);
  console.log(`${build.name}: ${cpuMs.toFixed(3)} CPU-ms`);
  return cpuMs;
}

try {
  if (base === undefined) throw new Error('name the commit to compare with: BASE [PAIRS]');
  const builds = [await startBuild('base', buildOf(base)), await startBuild('this', root)];
  await measuredPairs(builds, 3, measure);
  const rows = await measuredPairs(builds, Number(pairs), measure);
  console.table({ projection: summaryOf(rows) });
} finally {
  await closeAll();
}
