/**
 * `node bench/projector.mjs [lag]`: the projector from Kafka to Postgres (fsync on), all read
 * models. Its floor: COPY of the same rows into the same tables and indexes. Then the rate it
 * sustains while records are produced, and the lag at LAG_SHARES (0.5,0.7) of it. Last, the cost of
 * synchronous commits for small batches (decision 4). EXECUTIONS (20,000; four records, five rows
 * each).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { usageBelow } from './processes.mjs';
import { closeAll, node, onClose } from './product.mjs';
import { claim, history } from './ledger-records.mjs';
import { percentile } from './load.mjs';
import { LagTimeline } from './lag-timeline.mjs';
import { measureFed, measureLag } from './projector-lag.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const dist = new URL('../dist/', import.meta.url);
const from = (path) => import(new URL(path, dist));
const contracts = await from('libs/contracts/src/index.js');
const { createKafkaEventLog } = await from('libs/event-log/src/index.js');
const { startKafka, startPostgres } = await from('libs/local-stack/src/index.js');
const { migrate } = await from('libs/persistence/src/index.js');
const { executionsProjection, foldBatch, ProjectionWriter } = await from(
  'apps/projector/src/index.js',
);

const executions = Number(process.env.EXECUTIONS ?? 20_000);
/** Shares of the sustained rate, measured one after the other. */
const lagShares = (process.env.LAG_SHARES ?? '0.5,0.7').split(',').map(Number);
const onlyLag = process.argv[2] === 'lag';
const showsTimeline = process.env.TIMELINE !== undefined;
const partitions = 12;
const tables = ['execution_log', 'execution_detail', 'execution_search', 'block_execution'];

async function project(kafka, databaseUrl, log, dir) {
  await log.admin.ensureTopics(contracts.topicDeclarations(partitions));
  const appender = log.appender();
  for (let partition = 0; partition < partitions; partition += 1)
    await appender.append(claim(partition));
  for (let n = 0; n < executions; n += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, i) => history((n + i) % partitions))
        .flat()
        .map((one) => appender.append(one)),
    );
  const ends = [...(await log.admin.endOffsets(contracts.topics.events)).values()].reduce(
    (a, b) => a + b,
  );
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => undefined);
  onClose(() => pool.end());
  const offsets = async () => {
    const { rows } = await pool.query(
      `select partition, next_offset from projection_checkpoint where projection = 'executions'`,
    );
    return new Map(rows.map((row) => [row.partition, Number(row.next_offset)]));
  };
  const done = async () => [...(await offsets()).values()].reduce((a, b) => a + b, 0);
  const probe = ['--import', new URL('./process-probe.mjs', import.meta.url).href];
  const probeFile = join(dir, 'projector.probe');
  const main = new URL('apps/projector/src/main.js', dist).pathname;
  const child = spawn(node, [...(showsTimeline ? probe : []), main], {
    env: {
      ...process.env,
      ...(showsTimeline && { PROBE_FILE: probeFile }),
      DATABASE_URL: databaseUrl,
      KAFKA_BROKERS: kafka.kafkaBrokers,
      PORT: '0',
      LOG_LEVEL: 'error',
    },
    stdio: 'ignore',
  });
  let first = 0;
  while ((first = await done()) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const [startedAt, before] = [performance.now(), usageBelow(process.pid)];
  while ((await done()) < ends) await new Promise((resolve) => setTimeout(resolve, 20));
  const seconds = (performance.now() - startedAt) / 1000;
  const after = usageBelow(process.pid);
  const share = (ends - first) / ends;
  const rows = await rowsIn(pool);
  const recordRate = (ends - first) / seconds;
  const cpuMs = ['app', 'postgres'].map((kind) => after[kind].cpuMs - before[kind].cpuMs);
  const options = { partitions, seconds: 12, atMostPerSecond: recordRate };
  const fedRate = await measureFed(appender, offsets, options);
  const lags = [];
  for (const share of lagShares) {
    const timeline = showsTimeline ? new LagTimeline(databaseUrl, probeFile) : undefined;
    await timeline?.start();
    lags.push({ share, ...(await lagAt(share * fedRate, appender, offsets, timeline)) });
    for (const line of (await timeline?.stop()) ?? []) console.error(JSON.stringify(line));
  }
  await appender.close();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return {
    ...{ rows, records: ends, rate: (rows * share) / seconds, recordRate, fedRate, lags, pool },
    cpuUsPerRow: cpuMs.map((ms) => (ms * 1000) / (rows * share)),
  };
}

/**
 * The producer and the broker share the cores with the projector, so their CPU use is reported too.
 */
async function lagAt(recordsPerSecond, appender, offsets, timeline) {
  let before, own, startedAt;
  const begins = () => {
    [before, own, startedAt] = [usageBelow(process.pid), process.cpuUsage(), performance.now()];
  };
  const options = { partitions, recordsPerSecond, seconds: 12, begins, timeline };
  const lag = await measureLag(appender, offsets, options);
  const [after, used] = [usageBelow(process.pid), process.cpuUsage(own)];
  const wallMs = performance.now() - startedAt;
  const producerMs = (used.user + used.system) / 1000;
  const cores = {
    producer: producerMs,
    projector: after.app.cpuMs - before.app.cpuMs - producerMs,
    kafka: after.kafka.cpuMs - before.kafka.cpuMs,
    postgres: after.postgres.cpuMs - before.postgres.cpuMs,
  };
  const shown = Object.entries(cores).map(
    ([kind, cpuMs]) => `${kind} ${(cpuMs / wallMs).toFixed(2)}`,
  );
  return { ...lag, cores: shown.join(', ') };
}

async function rowsIn(pool) {
  const counts = await Promise.all(
    tables.map((table) => pool.query(`select count(*)::int c from ${table}`)),
  );
  return counts.reduce((sum, { rows: [{ c }] }) => sum + c, 0);
}

/**
 * Writes the same rows to server files and COPYs them back into the emptied tables with all
 * indexes.
 */
async function copyFloor(pool, dir) {
  const rows = await rowsIn(pool);
  for (const table of tables)
    await pool.query(`copy (select * from ${table}) to '${join(dir, table)}'`);
  await pool.query(`truncate ${tables.join(', ')}`);
  const startedAt = performance.now();
  for (const table of tables) await pool.query(`copy ${table} from '${join(dir, table)}'`);
  return rows / ((performance.now() - startedAt) / 1000);
}

/** Batches of 20 executions one after the other, as on a quiet system; three interleaved rounds. */
async function commitCost(pool) {
  const times = { off: [], on: [] };
  let offset = 0;
  const waiting = Object.create(pool);
  waiting.query = (query) =>
    pool.query({
      ...query,
      name: `${query.name}-on`,
      text: query.text.replace(`'synchronous_commit', 'off'`, `'synchronous_commit', 'on'`),
    });
  await pool.query(
    `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id) values ('bench', 't', 0, 0, 'c')`,
  );
  for (let n = 0; n < 300; n += 1) {
    const kind = Math.floor(n / 50) % 2 === 0 ? 'off' : 'on';
    const writer = new ProjectionWriter(kind === 'on' ? waiting : pool, 'bench', 't');
    const records = Array.from({ length: 20 }, () => history(0)).flat();
    const received = [...(offset === 0 ? [claim(0)] : []), ...records].map((one, i) => ({
      ...one,
      offset: offset + i,
      timestampMs: 0,
    }));
    const { next, rows } = foldBatch(
      executionsProjection,
      0,
      { nextOffset: offset, claimOffset: 0 },
      received,
    );
    const before = performance.now();
    await writer.write({ move: { partition: 0, expectedOffset: offset, ...next }, rows });
    times[kind].push(performance.now() - before);
    offset = next.nextOffset;
  }
  for (const list of Object.values(times)) list.sort((a, b) => a - b);
  return times;
}

async function main() {
  const dir = mkdtempSync(join(tmpdir(), 'projector-bench-'));
  onClose(() => rmSync(dir, { recursive: true, force: true }));
  // Not `fresh`: that broker starts fast but runs at half the speed.
  const kafka = await startKafka({ dataDir: dir, provider: 'embedded' });
  onClose(() => kafka.stop());
  const postgres = await startPostgres({ dataDir: dir, provider: 'embedded' });
  onClose(() => postgres.stop());
  await migrate(postgres.databaseUrl);
  const log = createKafkaEventLog({
    brokers: kafka.kafkaBrokers.split(','),
    clientId: 'bench',
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  onClose(() => log.close());
  const { rows, records, rate, recordRate, fedRate, cpuUsPerRow, lags, pool } = await project(
    kafka,
    postgres.databaseUrl,
    log,
    dir,
  );
  const [app, server] = cpuUsPerRow;
  console.log(
    `projector: ${records} records, ${rows} rows: ${rate.toFixed(0)} rows/s (${recordRate.toFixed(0)} records/s), ${app.toFixed(0)} + ${server.toFixed(0)} CPU-µs a row (app + Postgres)`,
  );
  console.log(
    `while the records are being made: ${fedRate.toFixed(0)} records/s (${((100 * fedRate) / recordRate).toFixed(0)} % of the drain)`,
  );
  for (const lag of lags)
    console.log(
      `lag at ${lag.rate.toFixed(0)} records/s (${lag.share * 100} %): ${lag.p50.toFixed(0)} / ${lag.p99.toFixed(0)} / ${lag.most.toFixed(0)} ms (p50 / p99 / most); cores busy: ${lag.cores}`,
    );
  if (onlyLag) return;
  const floor = await copyFloor(pool, join(dir, 'postgres', 'data'));
  console.log(
    `floor: COPY of the same rows ${floor.toFixed(0)} rows/s: the projector reaches ${((100 * rate) / floor).toFixed(0)} %`,
  );
  const { off, on } = await commitCost(pool);
  const shown = (list) =>
    `${percentile(list, 0.5).toFixed(2)} / ${percentile(list, 0.99).toFixed(2)} ms`;
  console.log(
    `20 executions a statement, fsync on: synchronous_commit off ${shown(off)}, on ${shown(on)} (p50 / p99)`,
  );
}

try {
  await main();
} finally {
  await closeAll();
}
