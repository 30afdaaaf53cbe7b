/**
 * `node bench/delivery.mjs [drain] [latency] [neighbour] [lateness] [rebalance] [pending]`: the
 * delivery app next to its floor, the same HTTP client posting the same signed bodies to the same
 * receiver. COUNT deliveries (20000) after WARM (20000), SECONDS of steady load (10), RUNS (3).
 * PROFILE_DIR stores a CPU profile of the drain; TIMELINE prints its arrivals per half second.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { usageBelow } from './processes.mjs';
import { closeAll, openWorld, startNode } from './delivery-world.mjs';

const { delayTiers, deliveryIdOf } = await import('../dist/libs/contracts/src/index.js');

const count = Number(process.env.COUNT ?? 20_000);
const seconds = Number(process.env.SECONDS ?? 10);
const runs = Number(process.env.RUNS ?? 3);
const pendingCount = 100_000;
/**
 * Warm-up posts, for the floor too: processes as they are after half a minute. With 1,000, most
 * broker CPU was its compiler, and two thirds of the app's code was not compiled.
 */
const warmUp = Number(process.env.WARM ?? 20_000);
/** Concurrent deliveries to one receiver: FLOWLEDGER_ENDPOINT_CONCURRENCY. */
const concurrency = 10;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const percentile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** The floor plus the writes that the design requires around each post. */
async function durableFloor(world) {
  const subscription = await world.subscribe(`${world.url}/durable`);
  await world.order(subscription, warmUp + count, null);
  const { line } = await startNode(
    'bench/delivery-durable.mjs',
    [subscription.url, subscription.id, count, concurrency, warmUp],
    world.addresses,
  );
  await world.call('/arrivals');
  return JSON.parse(line);
}

async function drain(world) {
  const subscription = await world.subscribe(`${world.url}/drain`);
  await world.order(subscription, warmUp + count);
  await world.call('/arrivals');
  const floorBefore = await startNode('bench/delivery-floor.mjs', [
    `${world.url}/drain`,
    count,
    concurrency,
    warmUp,
  ]);
  const floor = JSON.parse(floorBefore.line);
  await world.call('/arrivals');
  const durable = await durableFloor(world);
  const app = await world.startDelivery(
    process.env.PROFILE_DIR === undefined
      ? {}
      : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env.PROFILE_DIR}` },
  );
  /** CPU-ms of the delivery process, the receiver, the broker and the database. */
  const cpuNow = () => {
    const { kafka, postgres } = usageBelow(process.pid);
    return [usageBelow(app.pid).app, usageBelow(world.receiverPid).app, kafka, postgres].map(
      ({ cpuMs }) => cpuMs,
    );
  };
  // Polled rarely, because polling takes CPU from the processes that are measured.
  const arrived = async (least) => {
    let { count } = await world.call('/count');
    while (count < least) {
      await sleep(200);
      ({ count } = await world.call('/count'));
    }
    return count;
  };
  const before = await arrived(warmUp);
  const cpuBefore = cpuNow();
  await arrived(warmUp + count);
  const cpuMs = cpuNow().map((ms, index) => (ms - cpuBefore[index]) / (warmUp + count - before));
  const { app: used } = usageBelow(app.pid);
  const { ids, times } = await world.call('/arrivals');
  const rate = (count * 1000) / (times.at(-1) - times[warmUp - 1]);
  const parked = await app.metric('flowledger_delivery_parked_total');
  await app.stop();
  if (process.env.TIMELINE !== undefined) {
    const bySecond = Object.groupBy(times, (at) => Math.floor((at - times[0]) / 500));
    console.log(
      Object.values(bySecond)
        .map((list) => list.length)
        .join(' '),
    );
  }
  return {
    parked,
    durable,
    floorRate: floor.rate,
    rate,
    share: rate / floor.rate,
    cpuMs,
    floorCpuMs: floor.cpuMs,
    rssMb: used.rssMb,
    duplicates: ids.length - new Set(ids).size,
  };
}

/**
 * Open loop: the send times are fixed and do not depend on earlier sends. @returns sorted
 * latencies, ms
 */
async function steady(world, subscription, perSecond, forSeconds) {
  const acknowledged = new Map();
  const sends = [];
  const began = performance.now();
  for (let index = 0; index < perSecond * forSeconds; index += 1) {
    const wait = began + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    const eventId = `evt_${randomUUID()}`;
    sends.push(
      world
        .complete(subscription, eventId)
        .then((at) => acknowledged.set(deliveryIdOf(eventId, subscription.id), at)),
    );
  }
  await Promise.all(sends);
  const latencies = [];
  while (latencies.length < acknowledged.size) {
    await sleep(50);
    const { ids, times } = await world.call('/arrivals');
    for (const [index, id] of ids.entries())
      if (acknowledged.has(id)) latencies.push(Math.max(0, times[index] - acknowledged.get(id)));
  }
  return latencies.sort((a, b) => a - b);
}

const summary = (latencies) => ({
  p50: percentile(latencies, 0.5),
  p99: percentile(latencies, 0.99),
});

async function latency(world) {
  const subscription = await world.subscribe(`${world.url}/latency`);
  const app = await world.startDelivery();
  await steady(world, subscription, 100, 3);
  const results = [];
  for (let run = 0; run < runs; run += 1)
    results.push(summary(await steady(world, subscription, 100, seconds)));
  await app.stop();
  return { p50: median(results.map(({ p50 }) => p50)), p99: median(results.map(({ p99 }) => p99)) };
}

async function neighbour(world) {
  const healthy = await world.subscribe(`${world.url}/healthy`);
  // The same host as the healthy one: hanging requests must not slow the healthy receiver.
  const hung = await world.subscribe(`${world.url}/hang`);
  // The control: the same number of answered deliveries shows how much of the cost is the
  // machine's.
  const busy = await world.subscribe(`${world.url}/busy`);
  const app = await world.startDelivery();
  await steady(world, healthy, 50, 3);
  const beside = async (other, rate) => {
    const stop = new AbortController();
    const noise = (async () => {
      for (let sent = 0; !stop.signal.aborted; sent += 1) {
        void world.complete(other, `evt_${randomUUID()}`);
        await sleep(1000 / rate);
      }
    })();
    await sleep(1_000);
    const { p99 } = summary(await steady(world, healthy, 50, seconds));
    stop.abort();
    await noise;
    return p99;
  };
  const rows = [];
  for (let run = 0; run < runs; run += 1) {
    const alone = summary(await steady(world, healthy, 50, seconds)).p99;
    for (const rate of [20, 200])
      rows.push({ rate, alone, busy: await beside(busy, rate), hung: await beside(hung, rate) });
  }
  await app.stop();
  return [20, 200].map((rate) => {
    const of = (figure) =>
      median(rows.filter((row) => row.rate === rate).map((row) => row[figure]));
    return { rate, alone: of('alone'), busy: of('busy'), hung: of('hung') };
  });
}

/**
 * Retries at 100 a second in the smallest tier, each with its own due time.
 * @param {(world) => Promise<void>} meanwhile starts when the first retry is due
 */
async function lateness(world, meanwhile = async () => undefined) {
  const subscription = await world.subscribe(`${world.url}/late`);
  const app = await world.startDelivery();
  await steady(world, subscription, 100, 3);
  const dueAts = new Map();
  const began = Date.now() + 4_000;
  const count = 100 * seconds;
  await world.order(
    subscription,
    count,
    delayTiers[0].topic,
    (index) => began + index * 10,
    (id, dueAt) => dueAts.set(id, dueAt),
  );
  await world.call('/arrivals');
  const disturbed = sleep(began - Date.now()).then(() => meanwhile(world));
  const late = [];
  while (late.length < count) {
    await sleep(100);
    const { ids, times } = await world.call('/arrivals');
    for (const [index, id] of ids.entries()) late.push(times[index] - dueAts.get(id));
  }
  await disturbed;
  await app.stop();
  late.sort((a, b) => a - b);
  return { least: late[0], ...summary(late), most: late.at(-1) };
}

/** A second process joins and leaves: two rebalances of every group. */
async function comeAndGo(world) {
  await sleep((seconds * 1000) / 4);
  const second = await world.startDelivery();
  await sleep((seconds * 1000) / 4);
  await second.stop();
}

/** Memory while many deliveries wait in a tier that is not due. */
async function pending(world) {
  const subscription = await world.subscribe(`${world.url}/pending`);
  const dueAt = Date.now() + 3_600_000;
  await world.order(subscription, pendingCount, delayTiers.at(-1).topic, () => dueAt);
  const app = await world.startDelivery();
  let rssMb = 0;
  for (let second = 0; second < 15; second += 1) {
    await sleep(1_000);
    rssMb = Math.max(rssMb, usageBelow(app.pid).app.rssMb);
  }
  const held = await app.metric('flowledger_delivery_waiting');
  await app.stop();
  return { rssMb, held };
}

const fixed = (value) => value.toFixed(value < 10 ? 2 : 0);

const parts = {
  async drain(world) {
    const r = await drain(world);
    console.log(
      `drain of ${count}: ${fixed(r.rate)}/s, floor ${fixed(r.floorRate)}/s: ${fixed(r.share * 100)} % of the floor; ` +
        `durable floor ${fixed(r.durable.rate)}/s: ${fixed((r.rate / r.durable.rate) * 100)} % of it, ${r.durable.cpuMs.toFixed(3)} CPU-ms in its process; ` +
        `CPU-ms each ${r.cpuMs.map((ms) => ms.toFixed(3)).join(' + ')} (app + receiver + Kafka + Postgres; floor ${r.floorCpuMs.toFixed(3)}); RSS ${fixed(r.rssMb)} MB; ${r.duplicates} duplicates; ${r.parked} parked`,
    );
  },
  async latency(world) {
    const { p50, p99 } = await latency(world);
    console.log(`acknowledgement to receiver at 100/s: p50 ${fixed(p50)} ms, p99 ${fixed(p99)} ms`);
  },
  async neighbour(world) {
    for (const { rate, alone, busy, hung } of await neighbour(world)) {
      console.log(
        `healthy p99 alone ${fixed(alone)} ms; beside ${rate}/s to one that hangs ${fixed(hung)} ms: ${fixed(hung / alone)}×; beside ${rate}/s to one that answers ${fixed(busy)} ms`,
      );
    }
  },
  async lateness(world) {
    const { least, p50, p99 } = await lateness(world);
    console.log(
      `arrival after the due time at 100 retries/s: least ${fixed(least)} ms, p50 ${fixed(p50)} ms, p99 ${fixed(p99)} ms`,
    );
  },
  async rebalance(world) {
    const { least, p50, p99, most } = await lateness(world, comeAndGo);
    console.log(
      `the same while a second process comes and goes: least ${fixed(least)} ms, p50 ${fixed(p50)} ms, p99 ${fixed(p99)} ms, most ${fixed(most)} ms`,
    );
  },
  async pending(world) {
    const { rssMb, held } = await pending(world);
    console.log(
      `${pendingCount} pending retries: RSS at most ${fixed(rssMb)} MB, ${held} held in memory`,
    );
  },
};

const asked = process.argv.slice(2);
try {
  const world = await openWorld();
  for (const name of asked.length > 0 ? asked : Object.keys(parts)) await parts[name](world);
} finally {
  await closeAll();
}
