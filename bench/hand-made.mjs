/**
 * A minimal home-made executor in its own process, with plain kafkajs. A POST appends a request;
 * the request consumer calls the stub and appends the result; the result consumer answers the POST.
 * Two awaited appends and two hops; no ledger, claims, read models, limits or completion events. A
 * restart forgets the waiting callers. Arguments: brokers, stub URL. Prints its port.
 */
import fastify from 'fastify';
import { Kafka, logLevel, Partitioners } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { request as undiciRequest } from 'undici';

const [brokers, stubUrl] = process.argv.slice(2);
const kafka = new Kafka({
  clientId: 'hand-made',
  brokers: brokers.split(','),
  logLevel: logLevel.NOTHING,
});
const topics = { requests: 'hand-made.requests', results: 'hand-made.results' };
const producer = kafka.producer({
  createPartitioner: Partitioners.DefaultPartitioner,
  allowAutoTopicCreation: false,
});
const waiting = new Map();

const append = (topic, key, content) =>
  producer.send({ topic, acks: -1, messages: [{ key, value: JSON.stringify(content) }] });

async function consume(topic, onRecord) {
  const consumer = kafka.consumer({ groupId: topic, maxWaitTimeInMs: 250 });
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  const joined = new Promise((resolve) => consumer.on(consumer.events.GROUP_JOIN, resolve));
  await consumer.run({
    autoCommit: false,
    partitionsConsumedConcurrently: 12,
    eachBatch: async ({ batch }) => {
      await Promise.all(
        batch.messages.map(({ key, value }) => onRecord(key.toString(), JSON.parse(value))),
      );
    },
  });
  await joined;
}

async function perform(id, input) {
  const { statusCode, body } = await undiciRequest(stubUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: input.id }),
  });
  await body.json();
  await append(topics.results, id, { ok: statusCode === 200, echo: input });
}

const admin = kafka.admin();
await admin.connect();
await admin.createTopics({
  waitForLeaders: true,
  topics: Object.values(topics).map((topic) => ({ topic, numPartitions: 12 })),
});
await admin.disconnect();
await producer.connect();
await consume(topics.requests, perform);
await consume(topics.results, async (id, result) => {
  waiting.get(id)?.(result);
  waiting.delete(id);
});

const app = fastify();
app.post('/run', async ({ body }) => {
  const id = randomUUID();
  const answer = new Promise((resolve) => waiting.set(id, resolve));
  await append(topics.requests, id, body);
  return answer;
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${JSON.stringify({ port: app.server.address().port })}\n`);
