/**
 * Payloads at and above the limit, and unreadable records: the callers' answers and the counters in
 * /metrics.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { topics } from '@libs/contracts';
import { createKafkaEventLog, type EventLog, type RecordAppender } from '@libs/event-log';
import { randomUUID } from 'node:crypto';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';
import { executionStarted, identity, ledgerRecord } from './support/ledger-fixtures.js';
import type { AppName } from './support/processes.js';
import { hoarder, twoCalls } from './support/workflows.js';

let cluster: Cluster;
let stub: CountingStub;
let eventLog: EventLog;
let appender: RecordAppender;

beforeAll(async () => {
  [cluster, stub] = await Promise.all([
    startCluster(['api', 'runner', 'relay', 'projector']),
    startCountingStub(),
  ]);
  eventLog = createKafkaEventLog({
    brokers: cluster.kafka.kafkaBrokers.split(','),
    clientId: 'payloads-test',
  });
  appender = eventLog.appender();
  const created = await cluster.api.call('POST', '/api/v1/workflows', {
    name: 'payloads',
    definition: twoCalls('payloads', stub.url),
  });
  await cluster.api.call('POST', `/api/v1/workflows/${created.json.data.id}/deploy`);
}, 180_000);

afterAll(async () => {
  await appender.close();
  await eventLog.close();
  await cluster.stop();
  await stub.close();
});

/** Runs to the end while the stub answers with this many bytes of text. */
async function runWith(textBytes: number): Promise<{ status: string; error: unknown; id: string }> {
  const body = JSON.stringify({ text: 'x'.repeat(textBytes) });
  stub.answer((call, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(call.url === '/one' ? body : '{"status":"ok"}'),
  );
  const accepted = await cluster.api.trigger('payloads', {});
  const id = accepted.json.data.executionId as string;
  return eventually('its end', async () => {
    const { json } = await cluster.api.call('GET', `/api/v1/executions/${id}`);
    return json?.data?.endedAt == null ? null : { ...json.data, id };
  });
}

async function metric(name: AppName, line: RegExp): Promise<number> {
  const app = cluster.apps.get(name);
  const text = await (await fetch(`${app?.url ?? ''}/metrics`)).text();
  const sums = text
    .split('\n')
    .filter((candidate) => line.test(candidate))
    .map((found) => Number(found.split(' ').at(-1)));
  return sums.reduce((sum, value) => sum + value, 0);
}

describe('the output of a block', () => {
  it('reaches the next call and the log detail if it is just below 5 MB', async () => {
    const textBytes = 5 * 1024 * 1024 - 2_000;
    const { status, id } = await runWith(textBytes);
    expect(status).toBe('success');
    const call = stub.calls.find(({ idempotencyKey }) => idempotencyKey === `${id}:two:`);
    expect(JSON.parse(call?.body ?? '{}').text).toHaveLength(textBytes);
    const detail = await cluster.api.call('GET', `/api/v1/logs/executions/${id}`);
    const spans = detail.json.traceSpans as { blockId: string }[];
    expect(JSON.stringify(spans.find(({ blockId }) => blockId === 'one'))).toContain(
      'x'.repeat(textBytes),
    );
  });

  it('fails its block above 5 MB, and no later block runs', async () => {
    const { status, error, id } = await runWith(6 * 1024 * 1024);
    expect(status).toBe('error');
    expect(error).toMatchObject({ code: expect.stringMatching(/TOO_LARGE$/), blockId: 'one' });
    expect(stub.calls.some(({ idempotencyKey }) => idempotencyKey === `${id}:two:`)).toBe(false);
    expect(await metric('runner', /^flowledger_runner_too_large_total\{.*TOO_LARGE/)).toBe(1);
  });
});

describe('the outputs of an execution', () => {
  it('end it with STATE_TOO_LARGE above 64 MiB, and the runner survives', async () => {
    const created = await cluster.api.call('POST', '/api/v1/workflows', {
      name: 'hoarder',
      definition: hoarder('hoarder'),
    });
    await cluster.api.call('POST', `/api/v1/workflows/${created.json.data.id}/deploy`);
    const accepted = await cluster.api.trigger('hoarder', { n: 20 });
    const { executionId } = accepted.json.data;
    const ended = await eventually('its end', async () => {
      const { json } = await cluster.api.call('GET', `/api/v1/executions/${executionId}`);
      return json?.data?.endedAt == null ? null : json.data;
    });
    expect(ended).toMatchObject({
      status: 'error',
      error: { code: 'STATE_TOO_LARGE', blockId: 'loop' },
    });
    expect((await runWith(10)).status).toBe('success');
  }, 120_000);
});

describe('a record that cannot be read', () => {
  it('is set aside and counted by each reader, and later work runs', async () => {
    const junk = { key: randomUUID(), partition: 0, value: Buffer.from('junk') };
    for (const topic of [topics.events, topics.requests]) await appender.append({ topic, ...junk });
    await eventually('all have counted it', async () => {
      const counts = await Promise.all([
        metric('projector', /^flowledger_projection_poison_records_total\{.*executions/),
        metric('relay', /^flowledger_relay_records_total\{.*garbage/),
        metric('runner', /^flowledger_runner_poison_total\{.*requests/),
      ]);
      return counts.every((count) => count === 1);
    });
    expect((await runWith(10)).status).toBe('success');
  });

  it('halts its partition visibly if its schema is newer', async () => {
    const owner = identity(randomUUID(), randomUUID());
    const future = ledgerRecord(1, 1_000_000, 'ExecutionStarted', executionStarted(owner));
    const value = Buffer.from(future.value ?? '');
    value.writeInt32BE(999_999, 1);
    const end = (await eventLog.admin.endOffsets(topics.events)).get(1) ?? 0;
    const headers = { ...future.headers, 'claim-offset': String(end) };
    await appender.append({ ...future, value, headers });
    // The runner also gets it, as a request: it must hold and count it.
    await appender.append({ topic: topics.requests, key: randomUUID(), partition: 0, value });
    await eventually(
      'the runner holds it',
      async () => (await metric('runner', /^flowledger_runner_held_records /)) === 1,
    );
    await eventually('both have halted', async () => {
      const halted = await Promise.all([
        metric('projector', /^flowledger_projection_halted_partitions\{.*executions/),
        metric('relay', /^flowledger_relay_halted_partitions/),
      ]);
      return halted.every((count) => count === 1);
    });
    for (const name of ['projector', 'relay'] as const) {
      const ready = await fetch(`${cluster.apps.get(name)?.url ?? ''}/health/ready`);
      expect(ready.status).toBe(503);
      expect(await ready.text()).toContain('partition 1 halted');
    }
  });
});
