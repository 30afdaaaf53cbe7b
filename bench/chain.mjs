/**
 * `node bench/chain.mjs [steps]`: one execution of 100 sequential HTTP blocks, each awaiting the
 * durable result of the previous one. The floor makes the same calls and awaited Kafka appends by
 * hand. One caller; ROUNDS (30) executions, median reported.
 */
import { percentile } from './load.mjs';
import { usageBelow } from './processes.mjs';
import { closeAll, deploy, onClose, startProduct, startStub } from './product.mjs';

const steps = Number(process.argv[2] ?? 100);
const rounds = Number(process.env.ROUNDS ?? 30);
const warmRounds = 10;
const { createKafkaEventLog } = await import('../dist/libs/event-log/src/index.js');

const definition = (stubUrl) => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'chain' } },
    ...Array.from({ length: steps }, (_, n) => ({
      id: `call${n}`,
      type: 'api',
      name: `Call ${n}`,
      config: { method: 'POST', url: `${stubUrl}/ok`, body: { n } },
    })),
    { id: 'done', type: 'response', name: 'Done', config: { body: { ok: true } } },
  ],
  edges: Array.from({ length: steps + 1 }, (_, n) => ({
    from: n === 0 ? 'hook' : `call${n - 1}`,
    to: n === steps ? 'done' : `call${n}`,
  })),
});

const post = async (url) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: '{"id":1}' });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  await answer.text();
};

async function medianMs(act) {
  const times = [];
  for (let round = 0; round < warmRounds + rounds; round += 1) {
    const before = performance.now();
    await act();
    if (round >= warmRounds) times.push(performance.now() - before);
  }
  return percentile(
    times.sort((a, b) => a - b),
    0.5,
  );
}

try {
  const stubUrl = await startStub();
  const product = await startProduct(stubUrl);
  const { triggerUrl } = await deploy(
    product.baseUrl,
    product.credentials.apiKey,
    definition(stubUrl),
  );
  const eventLog = createKafkaEventLog({
    brokers: product.credentials.kafkaBrokers.split(','),
    clientId: 'bench',
  });
  await eventLog.admin.ensureTopics([{ name: 'bench.floor', partitions: 1, config: {} }]);
  const appender = eventLog.appender();
  onClose(async () => {
    await appender.close();
    await eventLog.close();
  });
  const value = Buffer.alloc(1024, 'x');
  const before = usageBelow(product.pid);
  const chain = await medianMs(() => post(triggerUrl));
  const after = usageBelow(product.pid);
  const cpu = ['app', 'kafka', 'postgres'].map((kind) =>
    ((after[kind].cpuMs - before[kind].cpuMs) / ((warmRounds + rounds) * steps)).toFixed(2),
  );
  const byHand = await medianMs(async () => {
    for (let step = 0; step < steps; step += 1) {
      await post(`${stubUrl}/ok`);
      await appender.append({ topic: 'bench.floor', key: 'k', value });
    }
  });
  console.log(
    `chain of ${steps}: ${(chain / steps).toFixed(2)} ms a step; by hand (call, awaited append): ${(byHand / steps).toFixed(2)} ms; ${(chain / byHand).toFixed(2)}×; CPU-ms a step (app + Kafka + Postgres): ${cpu.join(' + ')}`,
  );
} finally {
  await closeAll();
}
