import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { checkDefinition } from '@libs/blocks';
import {
  decodeRecord,
  encodeRecord,
  headers,
  topicDeclarations,
  topics,
  type ExecutionRequested,
} from '@libs/contracts';
import { createSandbox, type Sandbox } from '@libs/sandbox';
import { createEgressClient, createEgressPolicy, type EgressClient } from '@libs/egress';
import {
  createKafkaEventLog,
  type EventLog,
  type ReceivedRecord,
  type RecordAppender,
} from '@libs/event-log';
import { noClaim, readLedgerRecord, type LedgerEvent } from '@libs/ledger';
import type { KafkaServer } from '@libs/local-stack';
import { migrate, openDatabase, type Database } from '@libs/persistence';
import { Metrics, Progress } from '@libs/platform';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { startCountingStub, type CountingStub } from '../../../test/support/counting-stub.js';
import { eventually } from '../../../test/support/eventually.js';
import {
  createTestDatabase,
  startFreshKafka,
  type TestDatabase,
} from '../../../test/support/stack.js';
import { ChildRuns } from './child-runs.js';
import { ParkedExecutions } from './parked-executions.js';
import { RepeatCheck } from './repeat-check.js';
import { Runner } from './runner.js';
import { SecretSource } from './secrets.js';
import { Timers } from './timers.js';
import { AccountConcurrency } from './turns/account-concurrency.js';
import { TurnSweep } from './turns/turn-sweep.js';
import { TurnTable } from './turns/turn-table.js';
import { Turns } from './turns/turns.js';
import { WorkflowCache } from './workflow-cache.js';

const partitions = 3;
const logger = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });

let kafka: KafkaServer;
let eventLog: EventLog;
let appender: RecordAppender;
let testDatabase: TestDatabase;
let database: Database;
let egress: EgressClient;
let sandbox: Sandbox;
let stub: CountingStub;
let running: Runner[] = [];

const workflowId = randomUUID();
const ids = { workspaceId: randomUUID(), accountId: randomUUID() };

async function startRunner(concurrency = 50): Promise<Runner> {
  const cipher = { decrypt: () => Promise.resolve('secret-value') };
  const runnerAppender = eventLog.appender();
  const turns = new Turns({
    table: new TurnTable(database, () => null),
    accounts: new AccountConcurrency(database, () => null),
    appender: runnerAppender,
    logger,
  });
  const runner = new Runner({
    turns,
    turnSweep: new TurnSweep({ database, turns, logger }),
    baseChargeUsd: 0,
    eventLog,
    appender: runnerAppender,
    logger,
    sessionTimeoutMs: 6_000,
    workflows: new WorkflowCache(database),
    secrets: new SecretSource(database, cipher),
    repeats: new RepeatCheck(database),
    parked: new ParkedExecutions(database),
    children: new ChildRuns(database, appender),
    timers: new Timers({ database, appender, logger }),
    effects: { egress, sandbox, longestPauseMs: 60_000 },
    earlyOutput: () => null,
    concurrency,
    metrics: new Metrics(),
    progress: new Progress(),
  });
  running.push(runner);
  await runner.start();
  return runner;
}

async function storeOwner(): Promise<void> {
  const { pool } = database;
  await pool.query("insert into account (id, name, plan) values ($1, 'a', 'enterprise')", [
    ids.accountId,
  ]);
  await pool.query(
    "insert into workspace (id, account_id, name, wrapped_key) values ($1, $2, 'w', '')",
    [ids.workspaceId, ids.accountId],
  );
  await pool.query(
    "insert into workflow (id, workspace_id, name, draft) values ($1, $2, 'Test', '{}')",
    [workflowId, ids.workspaceId],
  );
}

async function storeWorkflow(version: number, definition: object): Promise<void> {
  const checked = checkDefinition(definition);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  await database.pool.query(
    'insert into workflow_version (workflow_id, version, definition, content_hash) values ($1, $2, $3, $4)',
    [workflowId, version, checked.definition, checked.contentHash],
  );
}

async function request(
  version: number,
  body: unknown,
  more: Partial<ExecutionRequested> = {},
): Promise<string> {
  const executionId = more.executionId ?? randomUUID();
  const value: ExecutionRequested = {
    executionId,
    ...ids,
    workflowId,
    workflowName: 'Test',
    deploymentVersion: version,
    definitionHash: 'hash',
    trigger: 'webhook',
    triggerBlockId: 'hook',
    input: JSON.stringify({ body, headers: {}, timestamp: '2026-01-01T00:00:00.000Z' }),
    requestedAt: Date.now(),
    deadlineAt: null,
    repeat: false,
    parent: null,
    rerunOf: null,
    carried: null,
    retentionDays: 0,
    ...more,
  };
  await appender.append({
    topic: topics.requests,
    key: executionId,
    value: encodeRecord('ExecutionRequested', value),
    headers: { [headers.eventType]: 'ExecutionRequested' },
  });
  return executionId;
}

/** The truth: every admitted event of the ledger, by execution. */
async function ledger(): Promise<Map<string, LedgerEvent[]>> {
  const byExecution = new Map<string, LedgerEvent[]>();
  const ends = await eventLog.admin.endOffsets(topics.events);
  for (const [partition, end] of ends) {
    let claim = noClaim;
    await eventLog.readRange({ topic: topics.events, partition }, 0, end, (records) => {
      for (const record of records) {
        const reading = readLedgerRecord(claim, record);
        claim = reading.claimInForce;
        if (reading.kind !== 'event' || reading.event.type === 'PartitionClaimed') continue;
        const { executionId } = reading.event.data;
        byExecution.set(executionId, [...(byExecution.get(executionId) ?? []), reading.event]);
      }
    });
  }
  return byExecution;
}

const typesOf = (events: readonly LedgerEvent[] | undefined): string[] =>
  (events ?? []).map(({ type }) => type);

async function ended(
  executionId: string,
): Promise<Extract<LedgerEvent, { type: 'ExecutionCompleted' }>> {
  return eventually(`the end of ${executionId}`, async () => {
    const found = (await ledger())
      .get(executionId)
      ?.find((event) => event.type === 'ExecutionCompleted');
    return found?.type === 'ExecutionCompleted' ? found : null;
  });
}

const slice = (url: string): object => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'p' } },
    {
      id: 'call',
      type: 'api',
      name: 'API',
      config: {
        method: 'POST',
        url: `${url}/orders/:id`,
        pathParams: { id: '<webhook.body.id>' },
        body: { order: '<webhook.body>' },
        retry: { maxRetries: 2, initialDelayMs: 5, maxDelayMs: 10 },
      },
    },
    {
      id: 'check',
      type: 'condition',
      name: 'Check',
      config: {
        conditions: [{ port: 'ok', expression: '<api.status> === 200' }, { port: 'else' }],
      },
    },
    {
      id: 'yes',
      type: 'response',
      name: 'Yes',
      config: { status: 201, body: { got: '<api.data>', id: '<webhook.body.id>' } },
    },
    {
      id: 'no',
      type: 'response',
      name: 'No',
      config: { status: 502, body: { message: '<api.error.message>' } },
    },
  ],
  edges: [
    { from: 'hook', to: 'call' },
    { from: 'call', to: 'check' },
    { from: 'check', port: 'ok', to: 'yes' },
    { from: 'check', port: 'else', to: 'no' },
    { from: 'call', port: 'error', to: 'no' },
  ],
});

/** hook -> first call -> second call. */
const chain = (url: string): object => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'p' } },
    {
      id: 'one',
      type: 'api',
      name: 'One',
      config: { method: 'POST', url: `${url}/one`, body: '<webhook.body>' },
    },
    {
      id: 'two',
      type: 'api',
      name: 'Two',
      config: { method: 'POST', url: `${url}/two`, body: '<one.data>' },
    },
  ],
  edges: [
    { from: 'hook', to: 'one' },
    { from: 'one', to: 'two' },
  ],
});

async function poisonOf(key: string): Promise<ReceivedRecord | null> {
  const place = { topic: 'flowledger-runner.poison', partition: 0 };
  const end = (await eventLog.admin.endOffsets(place.topic)).get(0) ?? 0;
  const records: ReceivedRecord[] = [];
  await eventLog.readRange(place, 0, end, (batch) => void records.push(...batch));
  return records.find((record) => record.key === key) ?? null;
}

beforeAll(async () => {
  [kafka, testDatabase, stub] = await Promise.all([
    startFreshKafka(),
    createTestDatabase(),
    startCountingStub(),
  ]);
  await migrate(testDatabase.url);
  database = await openDatabase({ url: testDatabase.url, poolSize: 5, applicationName: 'test' });
  eventLog = createKafkaEventLog({
    brokers: kafka.kafkaBrokers.split(','),
    clientId: 'test',
    log: logger,
  });
  await eventLog.admin.ensureTopics(topicDeclarations(partitions));
  appender = eventLog.appender();
  sandbox = createSandbox({ maxThreads: 1 });
  egress = createEgressClient({ policy: createEgressPolicy({ allow: ['127.0.0.0/8'] }) });
  await storeOwner();
  await storeWorkflow(1, slice(stub.url));
  await storeWorkflow(2, chain(stub.url));
  await storeWorkflow(3, { ...chain(stub.url), concurrency: { limit: 1 } });
  await storeWorkflow(4, { ...chain(stub.url), concurrency: { limit: 1, whenFull: 'skip' } });
}, 120_000);

afterAll(async () => {
  await appender.close();
  await egress.close();
  await sandbox.close();
  await eventLog.close();
  await database.close();
  await testDatabase.drop();
  await stub.close();
  await kafka.stop();
}, 60_000);

beforeEach(() => {
  stub.answer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"accepted":true}'),
  );
});

afterEach(async () => {
  await Promise.all(running.map((runner) => runner.stop(1_000)));
  running = [];
}, 30_000);

describe('runner', () => {
  it('runs the slice: call, condition, response, and a terminal event that says it all', async () => {
    await startRunner();
    const executionId = await request(1, { id: 'a/b' });
    const end = await ended(executionId);
    expect(end.data).toMatchObject({
      status: 'success',
      level: 'info',
      finalOutput: '{"got":{"accepted":true},"id":"a/b"}',
    });
    expect(end.data.response).toEqual({
      status: 201,
      headers: '[]',
      body: '{"got":{"accepted":true},"id":"a/b"}',
    });
    expect(typesOf((await ledger()).get(executionId))).toEqual([
      'ExecutionStarted',
      'BlockStarted',
      'BlockCompleted',
      'BlockCompleted',
      'BlockCompleted',
      'ExecutionCompleted',
    ]);
    const [call] = stub.calls.filter(({ idempotencyKey }) =>
      idempotencyKey.startsWith(executionId),
    );
    expect(call).toMatchObject({
      url: '/orders/a%2Fb',
      body: '{"order":{"id":"a/b"}}',
      idempotencyKey: `${executionId}:call:`,
    });
  }, 60_000);

  it('records every failed try and takes the error edge with status, headers and body', async () => {
    stub.answer((_, response) => response.writeHead(503).end('busy'));
    await startRunner();
    const executionId = await request(1, { id: 1 });
    const end = await ended(executionId);
    expect(end.data.response).toMatchObject({
      status: 502,
      body: '{"message":"The server answered with status 503"}',
    });
    const events = (await ledger()).get(executionId);
    expect(typesOf(events).filter((type) => type === 'BlockAttemptFailed')).toHaveLength(2);
    const call = events?.find((event) => event.type === 'BlockCompleted');
    expect(call?.type === 'BlockCompleted' && call.data).toMatchObject({
      blockId: 'call',
      ports: ['error'],
      attempts: 3,
    });
    const keys = stub.calls
      .filter(({ idempotencyKey }) => idempotencyKey.startsWith(executionId))
      .map((c) => c.idempotencyKey);
    expect(new Set(keys).size).toBe(1);
  }, 60_000);

  it('takes over from a runner that is gone: the recorded block is not called again, the rest completes', async () => {
    stub.answer((call, response) => {
      if (call.url === '/one')
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"n":1}');
    });
    const first = await startRunner();
    const executionIds = await Promise.all([1, 2, 3, 4, 5].map((n) => request(2, { n })));
    const callsTo = (url: string): string[] =>
      stub.calls.filter((call) => call.url === url).map((call) => call.idempotencyKey);
    await eventually('all second calls hang', () =>
      executionIds.every((id) => callsTo('/two').includes(`${id}:two:`)),
    );
    await first.stop(0);
    running = [];
    stub.answer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"n":2}'),
    );
    await startRunner();
    for (const executionId of executionIds) {
      expect((await ended(executionId)).data).toMatchObject({ status: 'success' });
      expect(callsTo('/one').filter((key) => key === `${executionId}:one:`)).toHaveLength(1);
      expect(callsTo('/two').filter((key) => key === `${executionId}:two:`)).toHaveLength(2);
      const types = typesOf((await ledger()).get(executionId));
      expect(types.filter((type) => type === 'ExecutionCompleted')).toHaveLength(1);
      expect(types.filter((type) => type === 'ExecutionStarted')).toHaveLength(1);
    }
  }, 90_000);

  it('runs a request that was appended twice once', async () => {
    await startRunner();
    const executionId = await request(1, { id: 9 });
    await request(1, { id: 9 }, { executionId });
    await ended(executionId);
    const after = await request(1, { id: 10 });
    await ended(after);
    expect(
      typesOf((await ledger()).get(executionId)).filter((type) => type === 'ExecutionStarted'),
    ).toHaveLength(1);
    expect(
      stub.calls.filter(({ idempotencyKey }) => idempotencyKey.startsWith(executionId)),
    ).toHaveLength(1);
  }, 60_000);

  it('cancels a call in flight and ends as cancelled', async () => {
    stub.answer(() => undefined);
    await startRunner();
    const executionId = await request(1, { id: 3 });
    await eventually('the call hangs', () =>
      stub.calls.some(({ idempotencyKey }) => idempotencyKey.startsWith(executionId)),
    );
    await appender.append({
      topic: topics.control,
      key: executionId,
      value: encodeRecord('ExecutionCancelRequested', {
        executionId,
        workspaceId: ids.workspaceId,
        reason: 'enough',
        requestedAt: Date.now(),
      }),
    });
    expect((await ended(executionId)).data).toMatchObject({
      status: 'cancelled',
      level: 'info',
      error: { code: 'CANCELLED', message: 'enough' },
    });
    await eventually('the call was aborted', () => stub.open === 0);
  }, 60_000);

  it('ends an execution past its deadline in error TIMEOUT', async () => {
    stub.answer(() => undefined);
    await startRunner();
    const executionId = await request(1, { id: 4 }, { deadlineAt: Date.now() + 200 });
    expect((await ended(executionId)).data).toMatchObject({
      status: 'error',
      level: 'error',
      error: { code: 'TIMEOUT' },
    });
  }, 60_000);

  it('runs one at a time where the workflow says so: the others are paused, in order, and none is lost', async () => {
    const held: (() => void)[] = [];
    stub.answer((_, response) =>
      held.push(() =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"n":1}'),
      ),
    );
    await startRunner();
    const executionId = await request(3, { n: 1 });
    await eventually('the first one calls', () => held.length === 1);
    const next = await request(3, { n: 2 });
    await eventually('the second one is paused', async () =>
      typesOf((await ledger()).get(next)).includes('ExecutionParked'),
    );
    expect(typesOf((await ledger()).get(next))).toEqual(['ExecutionStarted', 'ExecutionParked']);
    stub.answer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"n":2}'),
    );
    held.shift()?.();
    await ended(executionId);
    const order = await eventually('its turn is given to the second one', async () => {
      const { rows } = await database.pool.query<{ execution_id: string; granted: boolean }>(
        'select execution_id, granted_at is not null as granted from execution_turn',
      );
      return rows.length === 1 && rows[0]?.granted === true ? rows[0] : null;
    });
    expect(order.execution_id).toBe(next);
  }, 60_000);

  it('ends one more at once as skipped where the workflow says so, and counts it', async () => {
    stub.answer(() => undefined);
    // What the test before has left in its place: here nobody projects, so it never goes on.
    await database.pool.query('truncate execution_turn');
    await startRunner();
    await request(4, { n: 1 });
    await eventually('the first one calls', () => stub.open === 1);
    const skipped = await request(4, { n: 2 });
    expect((await ended(skipped)).data).toMatchObject({
      status: 'cancelled',
      level: 'info',
      error: { code: 'SKIPPED' },
      finalOutput: null,
    });
    expect(typesOf((await ledger()).get(skipped))).toEqual([
      'ExecutionStarted',
      'ExecutionCompleted',
    ]);
    const { rows } = await database.pool.query(
      'select from execution_turn where execution_id = $1',
      [skipped],
    );
    expect(rows).toHaveLength(0);
  }, 60_000);

  it('puts a frame that is no request on the poison topic and goes on', async () => {
    await startRunner();
    const garbage = Buffer.from('not avro');
    const key = randomUUID();
    await appender.append({ topic: topics.requests, key, value: garbage });
    const executionId = await request(1, { id: 5 }, {});
    await ended(executionId);
    const found = await eventually('the poison record', () => poisonOf(key));
    expect(found.value).toEqual(garbage);
  }, 60_000);

  it('commits a watermark that lets the next owner skip what has ended', async () => {
    const runner = await startRunner();
    const executionId = await request(1, { id: 6 });
    await ended(executionId);
    await runner.stop(1_000);
    running = [];
    const committed = await eventLog.admin.committed('flowledger-runner', topics.requests);
    const ends = await eventLog.admin.endOffsets(topics.requests);
    for (const [partition, { offset, metadata }] of committed) {
      expect(offset).toBe(ends.get(partition));
      expect(JSON.parse(metadata)).toMatchObject({ v: 1 });
    }
    expect(
      decodeRecord(
        encodeRecord('ExecutionCancelRequested', {
          executionId,
          workspaceId: ids.workspaceId,
          reason: '',
          requestedAt: 1,
        }),
      ).type,
    ).toBe('ExecutionCancelRequested');
  }, 60_000);

  it('holds a request of a newer release for a runner that can read it, and goes on with the others', async () => {
    const runner = await startRunner();
    const key = randomUUID();
    const [schemaId, body] = [Buffer.from([0, 0, 0, 0x7f, 0xff]), Buffer.from('new')];
    const value = Buffer.concat([schemaId, body]);
    const held = await appender.append({ topic: topics.requests, key, value });
    const more = Array.from({ length: 12 }, () => request(1, { id: 5 }));
    for (const executionId of await Promise.all(more)) await ended(executionId);
    const watermark = async (): Promise<number | undefined> => {
      const committed = await eventLog.admin.committed('flowledger-runner', topics.requests);
      return committed.get(held.partition)?.offset;
    };
    await eventually('the offset is reached', async () => (await watermark()) === held.offset);
    await runner.stop(1_000);
    running = [];
    expect(await watermark()).toBe(held.offset);
    expect(await poisonOf(key)).toBeNull();
  }, 60_000);
});
