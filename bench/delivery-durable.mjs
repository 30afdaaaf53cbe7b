/**
 * The durable floor: the plain floor plus the writes the design requires around each post. The row
 * is claimed before the post; after it, the log acknowledges the fact and the row advances. Writes
 * use the delivery app's code in the largest possible batches, without due records, lanes,
 * concurrency slots or decisions. Arguments: receiver URL, subscription, count, concurrency,
 * warm-up count. Prints `{ "rate": per second, "cpuMs": per post }`.
 */
import pg from 'pg';
import { BatchedCall } from '../dist/libs/platform/src/batched-call.js';
import { Fence } from '../dist/apps/delivery/src/fence/fence.js';
import { recordOf } from '../dist/libs/contracts/src/index.js';
import { deliveryHeaders } from '../dist/libs/delivery/src/index.js';
import { createEgressClient, createEgressPolicy } from '../dist/libs/egress/src/index.js';
import { createKafkaEventLog } from '../dist/libs/event-log/src/index.js';
import { secret } from './delivery-fixture.mjs';

const [url, subscriptionId, countText, concurrencyText, warmUpText] = process.argv.slice(2);
const leaseMs = 40_000;
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const egress = createEgressClient({ policy: createEgressPolicy({ allow: ['127.0.0.0/8'] }) });
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
const eventLog = createKafkaEventLog({
  brokers: process.env.KAFKA_BROKERS.split(','),
  clientId: 'durable-floor',
  log: silent,
});
const appender = eventLog.appender();
const fence = new Fence(pool, leaseMs);
const facts = new BatchedCall(
  async (records) => {
    await Promise.all(records.map((fact) => appender.append(fact)));
    return records;
  },
  500,
  5,
);

async function post({ deliveryId, body }) {
  const startedAt = Date.now();
  const headers = deliveryHeaders({
    prefix: 'service-',
    deliveryId,
    nowMs: startedAt,
    body,
    secrets: [secret],
    staticHeaders: [],
    traceparent: null,
  });
  const limits = { connectTimeoutMs: 10_000, attemptTimeoutMs: 30_000, maxResponseBytes: 4096 };
  const answer = await egress.request({
    method: 'POST',
    url,
    headers,
    body,
    ...limits,
    onTooLarge: 'truncate',
    decompress: false,
  });
  return { startedAt, answer };
}

async function record({ deliveryId, attemptNumber, step }, { startedAt, answer }) {
  const endedAt = Date.now();
  await facts.call(
    recordOf('DeliveryAttempted', {
      deliveryId,
      subscriptionId,
      attemptNumber,
      step,
      trigger: 'automatic',
      url,
      startedAt,
      latencyMs: endedAt - startedAt,
      status: answer.status,
      errorCode: null,
      errorMessage: null,
      responseHeaders: JSON.stringify(answer.headers),
      responseBody: '',
      state: 'succeeded',
      nextDueAt: null,
      reason: null,
      occurredAt: endedAt,
    }),
  );
  const to = { step: step + 1, state: 'succeeded', attempts: attemptNumber, dueAt: null };
  await fence.advance({ deliveryId, token: attemptNumber, claimedStep: step, ...to });
}

/** Posts with the floor's concurrency; claims ahead as many rows as one statement takes. */
async function run(ids) {
  const claimed = [];
  const recorded = [];
  const began = performance.now();
  const cpu = process.cpuUsage();
  let next = 0;
  let refill = null;
  const claimMore = async () => {
    const some = ids.slice(next, next + 100);
    next += some.length;
    claimed.push(...(await Promise.all(some.map((id) => fence.claim(id, 1)))));
    refill = null;
  };
  await Promise.all(
    Array.from({ length: Number(concurrencyText) }, async () => {
      for (;;) {
        if (claimed.length < 100 && next < ids.length) refill ??= claimMore();
        if (claimed.length === 0 && refill !== null) await refill;
        const claim = claimed.pop();
        if (claim === undefined && next >= ids.length && refill === null) return;
        if (claim !== undefined) recorded.push(record(claim, await post(claim)));
      }
    }),
  );
  await Promise.all(recorded);
  const { user, system } = process.cpuUsage(cpu);
  const count = ids.length;
  return {
    rate: (count * 1000) / (performance.now() - began),
    cpuMs: (user + system) / 1000 / count,
  };
}

const { rows } = await pool.query(
  "select delivery_id from delivery_fence where subscription_id = $1 and state = 'pending'",
  [subscriptionId],
);
const ids = rows.map((row) => row.delivery_id);
const warmUp = Number(warmUpText);
await run(ids.slice(0, warmUp));
console.log(JSON.stringify(await run(ids.slice(warmUp, warmUp + Number(countText)))));
await appender.close();
await eventLog.close();
await pool.end();
await egress.close();
