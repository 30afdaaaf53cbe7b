/**
 * `node bench/logs.mjs [shapes] [reads] [random] [rate]`: the logs API at ten million logs next to
 * ten thousand. Runs seventeen query shapes (api, bare SQL, bare Fastify handler) with plans in
 * bench/plans, random filters, and requests/s. SHAPES: a regex on shape names; LOGS (10,000,000);
 * LOGS_DIR keeps the database (12 GB) between runs, otherwise it is removed; FILL_MINUTES: only
 * fills, for at most that long, and resumes the last fill.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import autocannon from 'autocannon';
import pg from 'pg';
import { ask, get, keyOf, ms, ratio, timedInTurns } from './logs-client.mjs';
import { openLogs, say, serveLogs, startLogsPostgres } from './logs-database.mjs';
import { measureRandom } from './logs-random.mjs';
import { measureReads } from './logs-reads.mjs';
import { folders, idOf, shapes } from './logs-shapes.mjs';
import { asTheApis, logStatements } from './logs-statements.mjs';
import { closeAll, onClose } from './product.mjs';

const sizes = { small: 10_000, large: Number(process.env.LOGS ?? 10_000_000) };
const workspaceId = idOf('w', 0);
const plansDir = new URL('./plans/', import.meta.url);
/** `shapes`, `reads`, `random`, `rate`: all of them if none is named. */
const named = process.argv.slice(2);
const wants = (part) => named.length === 0 || named.includes(part);
const isMeasured = new RegExp(process.env.SHAPES ?? '', 'i');
const warmMs = 20_000;
const fillMs = Number(process.env.FILL_MINUTES ?? 0) * 60_000;
const stopAt = fillMs > 0 ? Date.now() + fillMs : Number.POSITIVE_INFINITY;

async function cursorOf(base, { query, page = 0 }) {
  let cursor;
  for (let n = 1; n < page; n += 1) {
    const { nextCursor } = await get(base, { ...query, ...(cursor && { cursor }) });
    if (nextCursor === undefined) return cursor;
    cursor = nextCursor;
  }
  return cursor;
}

/** The same query at both sizes, alternating; at the large size also bare SQL and bare Fastify. */
async function measureShape(small, large, shape) {
  const queryAt = async ({ base }) => {
    const cursor = await cursorOf(base, shape);
    return { ...shape.query, ...(cursor && { cursor }) };
  };
  const [few, many] = [await queryAt(small), await queryAt(large)];
  const statements = logStatements(large.pool, many);
  const [apiOfFew, api, sql, bare] = await timedInTurns([
    () => ask(small.base, few),
    () => ask(large.base, many),
    async () => large.pool.query(await statements()),
    () => ask(large.floor, many),
  ]);
  const { text, values } = await statements();
  const { rows } = await large.pool.query(`explain (analyze, buffers) ${text}`, [...values]);
  return { apiOfFew, api, sql, bare, plan: rows.map((row) => row['QUERY PLAN']).join('\n') };
}

/**
 * A process after a minute of work: statements are planned, and code that V8 only compiles after
 * thousands of requests is compiled.
 */
async function warmUp(size) {
  for (const base of [size.base, size.floor].filter(Boolean)) {
    for (let n = 0; n < 60; n += 1) for (const { query } of shapes) await ask(base, query);
    const until = performance.now() + warmMs;
    while (performance.now() < until)
      for (const limit of ['10', '100']) await ask(base, { workspaceId, limit });
  }
}

async function measureShapes(small, large) {
  for (const size of [small, large]) await warmUp(size);
  mkdirSync(plansDir, { recursive: true });
  say(
    '| shape | api at 10k p50/p99 ms | api at 10M | 10M over 10k | bare SQL at 10M | bare Fastify at 10M | p99 over SQL p99: api | bare Fastify | api over bare Fastify p50/p99 |',
  );
  for (const [index, shape] of shapes.entries()) {
    if (!isMeasured.test(shape.name)) continue;
    const { apiOfFew, api, sql, bare, plan } = await measureShape(small, large, shape);
    console.log(
      `| ${shape.name} | ${ms(apiOfFew)} | ${ms(api)} | ${ratio(api.p50, apiOfFew.p50)} / ${ratio(api.p99, apiOfFew.p99)} | ${ms(sql)} | ${ms(bare)} | ${ratio(api.p99, sql.p99)} | ${ratio(bare.p99, sql.p99)} | ${ratio(api.p50, bare.p50)} / ${ratio(api.p99, bare.p99)} |`,
    );
    if (/Seq Scan on execution_(log|detail|search)/.test(plan))
      say(`   reads a whole table: ${shape.name}`);
    const file = `${String(index + 1).padStart(2, '0')}-${shape.name.replaceAll(/[^a-z0-9]+/gi, '-')}.txt`;
    writeFileSync(new URL(file, plansDir), `${shape.name}, ${sizes.large} logs\n\n${plan}\n`);
  }
}

async function throughput(base) {
  const { requests, latency } = await autocannon({
    url: `${base}/api/v1/logs?workspaceId=${workspaceId}&limit=100`,
    headers: { 'x-api-key': keyOf(workspaceId) },
    connections: 32,
    duration: Number(process.env.SECONDS ?? 10),
  });
  return { rate: requests.average, p50: latency.p50, p99: latency.p99 };
}

async function main() {
  const server = await startLogsPostgres();
  const opened = {};
  for (const [name, count] of Object.entries(sizes)) {
    const url = await openLogs(server, count, stopAt);
    if (url === null) return say('not filled yet: run it again with the same LOGS_DIR');
    const pool = new pg.Pool({ connectionString: url, max: 4, options: asTheApis });
    onClose(() => pool.end());
    opened[name] = { url, pool, base: await serveLogs('api', url) };
  }
  if (fillMs > 0) return;
  opened.large.floor = await serveFloor(opened.large);
  if (wants('shapes')) await measureShapes(opened.small, opened.large);
  if (wants('reads')) await measureReads(opened.small, opened.large, workspaceId);
  if (wants('random')) await measureRandom(opened.large);
  if (wants('rate')) await measureRate(opened.large);
}

async function serveFloor({ base, url }) {
  const { nextCursor, limits } = await get(base, { workspaceId, limit: '100' });
  return serveLogs('floor', url, { ANSWER_PARTS: JSON.stringify({ nextCursor, limits }) });
}

async function measureRate({ base, floor }) {
  for (let round = 1; round <= 3; round += 1) {
    const [ours, bare] = [await throughput(base), await throughput(floor)];
    console.log(
      `page of 100 at 32 callers, round ${round}: api ${ours.rate.toFixed(0)}/s (p50 ${ours.p50} ms), bare Fastify ${bare.rate.toFixed(0)}/s (p50 ${bare.p50} ms): ${((100 * ours.rate) / bare.rate).toFixed(0)} %`,
    );
  }
}

try {
  await main();
} finally {
  await closeAll();
}
