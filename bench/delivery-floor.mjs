/**
 * The floor: the delivery app's HTTP client posts the same signed bodies straight to the receiver.
 * Arguments: receiver URL, count, concurrency, warm-up count. Prints `{ "rate": per second,
 * "cpuMs": per post }`.
 */
import { randomUUID } from 'node:crypto';
import { deliveryHeaders } from '../dist/libs/delivery/src/index.js';
import { createEgressClient, createEgressPolicy } from '../dist/libs/egress/src/index.js';
import { body, secret } from './delivery-fixture.mjs';

const [url, countText, concurrencyText, warmUpText] = process.argv.slice(2);
const egress = createEgressClient({ policy: createEgressPolicy({ allow: ['127.0.0.0/8'] }) });

async function post() {
  await egress.request({
    method: 'POST',
    url,
    headers: deliveryHeaders({
      prefix: 'service-',
      deliveryId: randomUUID(),
      nowMs: Date.now(),
      body,
      secrets: [secret],
      staticHeaders: [],
      traceparent: null,
    }),
    body,
    connectTimeoutMs: 10_000,
    attemptTimeoutMs: 30_000,
    maxResponseBytes: 4096,
    onTooLarge: 'truncate',
    decompress: false,
  });
}

async function run(count) {
  let left = count;
  const began = performance.now();
  const cpu = process.cpuUsage();
  await Promise.all(
    Array.from({ length: Number(concurrencyText) }, async () => {
      while (left-- > 0) await post();
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  return {
    rate: (count * 1000) / (performance.now() - began),
    cpuMs: (user + system) / 1000 / count,
  };
}

await run(Number(warmUpText));
console.log(JSON.stringify(await run(Number(countText))));
await egress.close();
