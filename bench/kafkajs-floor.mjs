/**
 * The floor of plain kafkajs, in its own process: an awaited append, and a hop from `send` to a
 * consumer's handler, 1 KB each. Forked with the brokers. It answers each message `{ seconds,
 * pauseMs }` with `{ append, hop }`, p50 in ms: appends run in a tight loop, hops pause `pauseMs`
 * in between.
 */
import { setTimeout } from 'node:timers/promises';
import { Kafka, logLevel, Partitioners } from 'kafkajs';
import { percentile } from './load.mjs';

const kafka = new Kafka({
  clientId: 'bench-kafkajs',
  brokers: process.argv[2].split(','),
  logLevel: logLevel.NOTHING,
});
const topic = 'bench.kafkajs';
const producer = kafka.producer({
  createPartitioner: Partitioners.DefaultPartitioner,
  allowAutoTopicCreation: false,
});
const consumer = kafka.consumer({ groupId: 'bench-kafkajs', maxWaitTimeInMs: 250 });
let arrived = () => undefined;

async function connect() {
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ waitForLeaders: true, topics: [{ topic, numPartitions: 1 }] });
  await admin.disconnect();
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  const joined = new Promise((resolve) => consumer.on(consumer.events.GROUP_JOIN, resolve));
  await consumer.run({ autoCommit: false, eachBatch: async () => arrived() });
  await joined;
}

const value = Buffer.alloc(1024, 'x');
const append = () => producer.send({ topic, acks: -1, messages: [{ key: 'k', value }] });

async function hop() {
  const arrival = new Promise((resolve) => (arrived = resolve));
  await Promise.all([append(), arrival]);
}

async function middleOf(act, seconds, pauseMs) {
  const times = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const before = performance.now();
    await act();
    times.push(performance.now() - before);
    if (pauseMs > 0) await setTimeout(pauseMs);
  }
  return percentile(
    times.sort((a, b) => a - b),
    0.5,
  );
}

await connect();
process.on('message', async ({ seconds, pauseMs }) => {
  const appended = await middleOf(append, seconds / 2, 0);
  // Lets the consumer drain the records of the append loop first.
  await setTimeout(200);
  process.send({ append: appended, hop: await middleOf(hop, seconds / 2, pauseMs) });
});
process.on('disconnect', () => process.exit(0));
process.send('ready');
