/**
 * `npm run bench`: the slice (webhook -> HTTP -> condition -> response) at 1, 10 and 50 callers.
 * Prints ratios to a floor: direct stub calls, awaited appends, hops to a handler, SQL inserts, and
 * `hand-made.mjs`. SECONDS per level (10), WARM (5). One caller runs ROUNDS (7) times, because the
 * machine's speed varies: alternating with the floor's parts, in separate loops (nothing idles),
 * with 1 ms pauses in the floor, and next to plain kafkajs (`kafkajs-floor.mjs`).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { body, percentile, shoot } from './load.mjs';
import { usageBelow } from './processes.mjs';
import { closeAll, node, onClose, start, startProduct, startStub } from './product.mjs';

const seconds = Number(process.env.SECONDS ?? 10);
const warmSeconds = Number(process.env.WARM ?? 5);
const rounds = Number(process.env.ROUNDS ?? 7);
const levels = [1, 10, 50];
const { createKafkaEventLog } = await import('../dist/libs/event-log/src/index.js');

const middle = (values, share = 0.5) =>
  percentile(
    [...values].sort((a, b) => a - b),
    share,
  );

/** @returns {Promise<number>} ms */
async function timed(act) {
  const before = performance.now();
  await act();
  return performance.now() - before;
}

/** Runs `act` in `concurrency` parallel loops; p50 and p99 in ms, rate in operations/s. */
async function loop(concurrency, act, forSeconds = seconds / 2) {
  const times = [];
  const end = performance.now() + forSeconds * 1000;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < end) times.push(await timed(act));
    }),
  );
  const elapsed = (performance.now() - began) / 1000;
  return {
    rate: times.length / elapsed,
    p50: middle(times),
    p99: middle(times, 0.99),
  };
}

/** Runs the acts alternately; p50 of each in ms. */
async function inTurns(acts, forSeconds, pauseMs = 0) {
  const times = acts.map(() => []);
  const end = performance.now() + forSeconds * 1000;
  while (performance.now() < end) {
    for (const [n, act] of acts.entries()) {
      times[n].push(await timed(act));
      if (pauseMs > 0) await setTimeout(pauseMs);
    }
  }
  return times.map((of) => middle(of));
}

/** Posts the body over one kept-alive connection. */
function poster(url) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  onClose(() => agent.destroy());
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  return () =>
    new Promise((resolve, reject) => {
      const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`)),
        );
      });
      request.on('error', reject);
      request.end(body);
    });
}

const ms = (value) => value.toFixed(value < 10 ? 2 : 1);
const times = (value) => `${value.toFixed(value < 10 ? 2 : 1)}×`;

/**
 * Appends a record and waits until our consumer has it; for one caller at a time. The consumer uses
 * its own event log: within one log, own appends bypass the broker.
 */
async function hopper(eventLog, readingLog, value) {
  const topic = 'bench.hops';
  await eventLog.admin.ensureTopics([{ name: topic, partitions: 1, config: {} }]);
  let arrived = () => undefined;
  const consumer = readingLog.consumer({
    groupId: 'bench-hops',
    topics: [topic],
    startFrom: 'earliest',
    onBatch: async () => arrived(),
  });
  const appender = eventLog.appender();
  await consumer.start();
  onClose(async () => {
    await consumer.stop();
    await appender.close();
  });
  return async () => {
    const arrival = new Promise((resolve) => (arrived = resolve));
    await appender.append({ topic, key: 'k', value });
    await arrival;
  };
}

/**
 * @returns a function that measures plain kafkajs: `(seconds, pauseMs) => [append, hop]`, p50 in ms
 */
async function kafkajsFloor(brokers) {
  const script = new URL('kafkajs-floor.mjs', import.meta.url);
  const child = fork(script, [brokers.join(',')], { execPath: node });
  onClose(() => child.disconnect());
  await once(child, 'message');
  return async (forSeconds, pauseMs) => {
    child.send({ seconds: forSeconds, pauseMs });
    const [{ append, hop }] = await once(child, 'message');
    return [append, hop];
  };
}

/** @returns URL of the home-made executor: the slice with two appends and two hops, nothing else */
async function startHandMade(brokers, stubUrl) {
  const script = new URL('hand-made.mjs', import.meta.url).pathname;
  const args = [script, brokers.join(','), `${stubUrl}/ok`];
  const { output } = await start(args, {}, (text) => text.includes('\n'));
  return `http://127.0.0.1:${JSON.parse(output).port}/run`;
}

async function main() {
  const stubUrl = await startStub();
  const { pid, url, credentials } = await startProduct(stubUrl);

  const brokers = [credentials.kafkaBrokers].flat().join(',').split(',');
  const [eventLog, readingLog] = ['bench', 'bench-reader'].map((clientId) =>
    createKafkaEventLog({
      brokers,
      clientId,
      log: { debug() {}, info() {}, warn() {}, error() {} },
    }),
  );
  await eventLog.admin.ensureTopics([{ name: 'bench.floor', partitions: 12, config: {} }]);
  const appender = eventLog.appender();
  const pool = new pg.Pool({ connectionString: credentials.databaseUrl, max: 10 });
  await pool.query('create table bench_floor (id bigserial primary key, body jsonb)');
  onClose(async () => {
    await pool.end();
    await appender.close();
    await Promise.all([eventLog.close(), readingLog.close()]);
  });
  const value = Buffer.from(body.padEnd(1024));
  let key = 0;
  const append = () => appender.append({ topic: 'bench.floor', key: String((key += 1)), value });
  const hop = await hopper(eventLog, readingLog, value);
  const insert = () =>
    pool.query({
      name: 'floor',
      text: 'insert into bench_floor (body) values ($1)',
      values: [body],
    });

  const handMadeUrl = await startHandMade(brokers, stubUrl);
  await shoot(url, 10, warmSeconds);
  await shoot(handMadeUrl, 10, Math.min(warmSeconds, 10));
  const rows = [];
  for (const callers of levels) {
    const direct = await shoot(`${stubUrl}/ok`, callers, Math.max(2, seconds / 2));
    const kafka = await loop(callers, append);
    const sql = await loop(callers, insert);
    const before = usageBelow(pid);
    const slice = await shoot(url, callers, seconds);
    const after = usageBelow(pid);
    const cpu = Object.fromEntries(
      Object.keys(after).map((kind) => [
        kind,
        (after[kind].cpuMs - before[kind].cpuMs) / slice.count,
      ]),
    );
    const handMade = await shoot(handMadeUrl, callers, seconds / 2);
    rows.push({ callers, slice, direct, kafka, sql, handMade, cpu, rssMb: after.app.rssMb });
  }
  const acts = [poster(url), append, hop, poster(`${stubUrl}/ok`)];
  const plain = await kafkajsFloor(brokers);
  const turns = [];
  const loops = [];
  const pauses = [];
  const plainPaced = [];
  const plainLoops = [];
  for (let round = 0; round < rounds; round += 1) {
    turns.push(await inTurns(acts, 5));
    const alone = [];
    for (const act of acts) alone.push((await loop(1, act, 1)).p50);
    loops.push(alone);
    pauses.push([alone[0], ...(await inTurns(acts.slice(1), 2, 1))]);
    const [slice, , , call] = alone;
    plainPaced.push([slice, ...(await plain(3, 5)), call]);
    plainLoops.push([slice, ...(await plain(2, 0)), call]);
  }
  report(rows);
  reportOverhead('in turns', turns);
  reportOverhead('in loops', loops);
  reportOverhead('in a loop beside a floor with pauses of 1 ms', pauses);
  reportOverhead('in a loop beside kafkajs as it comes, hops with pauses of 5 ms', plainPaced);
  reportOverhead('in a loop beside kafkajs as it comes, in loops', plainLoops);
}

/** @param rounds p50 of a slice, an append, a hop and a call, per round */
function reportOverhead(how, rounds) {
  const floorOf = ([, append, hop]) => 2 * append + 2 * hop;
  const [slice, append, hop, call] = [0, 1, 2, 3].map((n) => middle(rounds.map((of) => of[n])));
  const over = rounds.map((of) => of[0] / floorOf(of));
  const withCall = rounds.map((of) => of[0] / (floorOf(of) + of[3]));
  console.log(
    `\none caller ${how}, medians of ${rounds.length} rounds: p50 ${ms(slice)} ms; two awaited appends and two hops: 2 × ${ms(append)} + 2 × ${ms(hop)} ms = ${ms(middle(rounds.map(floorOf)))} ms; ${times(middle(over))} (${over.map(times).join(', ')}), with the call itself (${ms(call)} ms) ${times(middle(withCall))}`,
  );
}

function report(rows) {
  console.log(
    '\n| callers | executions/s | p50 ms | p99 ms | CPU-ms per execution (app + Kafka + Postgres) | app RSS MB |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const { callers, slice, cpu, rssMb } of rows) {
    const total = cpu.app + cpu.kafka + cpu.postgres;
    const parts = [cpu.app, cpu.kafka, cpu.postgres].map((part) => part.toFixed(2)).join(' + ');
    console.log(
      `| ${callers} | ${slice.rate.toFixed(0)} | ${ms(slice.p50)} | ${ms(slice.p99)} | ${total.toFixed(2)} (${parts}) | ${rssMb.toFixed(0)} |`,
    );
  }
  console.log(
    '\n| callers | floor p50 ms: stub / append / insert | p50 over (2 appends + stub) | floor rate/s: stub / append / insert | rate over stub | rate over append | rate over insert | hand-made p50 ms, rate/s | p50 and rate over hand-made |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const { callers, slice, direct, kafka, sql, handMade } of rows) {
    const floor = 2 * kafka.p50 + direct.p50;
    console.log(
      `| ${callers} | ${ms(direct.p50)} / ${ms(kafka.p50)} / ${ms(sql.p50)} | ${times(slice.p50 / floor)} | ${direct.rate.toFixed(0)} / ${kafka.rate.toFixed(0)} / ${sql.rate.toFixed(0)} | ${times(slice.rate / direct.rate)} | ${times(slice.rate / kafka.rate)} | ${times(slice.rate / sql.rate)} | ${ms(handMade.p50)}, ${handMade.rate.toFixed(0)} | ${times(slice.p50 / handMade.p50)}, ${times(slice.rate / handMade.rate)} |`,
    );
  }
}

try {
  await main();
} finally {
  await closeAll();
}
