/**
 * A real runner over real Kafka and Postgres, without api and projector. Requests go in, and the
 * ledger shows what became of them.
 */
import { checkDefinition } from '@libs/blocks';
import {
  encodeRecord,
  headers,
  topicDeclarations,
  topics,
  type ExecutionRequested,
} from '@libs/contracts';
import { createSandbox } from '@libs/sandbox';
import { createEgressClient, createEgressPolicy } from '@libs/egress';
import {
  createKafkaEventLog,
  type EventLog,
  type ReceivedRecord,
  type RecordAppender,
} from '@libs/event-log';
import type { LedgerEvent } from '@libs/ledger';
import { openDatabase, type Database } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startCountingStub, type CountingStub } from '../../../../test/support/counting-stub.js';
import { eventually } from '../../../../test/support/eventually.js';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import { startFreshKafka } from '../../../../test/support/stack.js';
import type { Runner } from '../runner.js';
import { claimsOf, truthOf } from './ledger-truth.js';
import { logger, runnerOf } from './runner-of.js';

const partitions = 3;
const workflowId = randomUUID();

interface StartOptions {
  readonly concurrency?: number;
  /** Delay, in ms, of the control records that its consumer reads. */
  readonly commandsLateMs?: number;
}

const withLateCommands = (eventLog: EventLog, ms: number): EventLog => ({
  admin: eventLog.admin,
  appender: () => eventLog.appender(),
  transactional: (id) => eventLog.transactional(id),
  readRange: (...range) => eventLog.readRange(...range),
  reachable: () => eventLog.reachable(),
  close: () => eventLog.close(),
  consumer: (spec) =>
    eventLog.consumer({
      ...spec,
      onBatch: async (batch) => {
        if (batch.topic === topics.control) await delay(ms);
        return spec.onBatch(batch);
      },
    }),
});

export interface TestRunner {
  readonly ids: { readonly workspaceId: string; readonly accountId: string };
  readonly eventLog: EventLog;
  readonly appender: RecordAppender;
  readonly database: Database;
  readonly stub: CountingStub;
  start(options?: StartOptions): Promise<Runner>;
  /** Stops all that were started. @param graceMs time for executions in flight */
  stopRunners(graceMs?: number): Promise<void>;
  /** @param unchecked stores the definition as it is: a newer release may have saved it */
  store(version: number, definition: object, unchecked?: 'unchecked'): Promise<void>;
  /** @returns the execution's id */
  request(
    version: number,
    body: unknown,
    more?: Partial<ExecutionRequested>,
    reservedAtMs?: number,
  ): Promise<string>;
  cancel(executionId: string, reason: string): Promise<unknown>;
  /** Every admitted event, by execution. */
  ledger(): Promise<Map<string, LedgerEvent[]>>;
  /** How often each partition was claimed. */
  claims(): Promise<Map<number, number>>;
  /** Claims it like a runner that has lost this partition and does not know it yet. */
  claimLate(partition: number): Promise<unknown>;
  typesOf(executionId: string): Promise<string[]>;
  ended(executionId: string): Promise<Extract<LedgerEvent, { type: 'ExecutionCompleted' }>>;
  callsOf(executionId: string): CountingStub['calls'];
  poisonOf(key: string): Promise<ReceivedRecord | null>;
  /** Makes the read model claim to have the whole ledger. */
  storeProgress(): Promise<unknown>;
  /** Stores this execution as ended in the read model. */
  storeEnded(executionId: string): Promise<unknown>;
  isDoneWithRequests(): Promise<boolean>;
  /** Committed offset of requests: everything before it is done. */
  watermarkOf(partition: number): Promise<number | undefined>;
  stop(): Promise<void>;
}

/** The default answer to every call. */
export const accepts: Parameters<CountingStub['answer']>[0] = (_, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"accepted":true}');

async function storeOwner({ pool }: Database, ids: TestRunner['ids']): Promise<void> {
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

function checkedVersion(definition: object): [unknown, string] {
  const checked = checkDefinition(definition);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return [checked.definition, checked.contentHash];
}

function claimLate(appender: RecordAppender, partition: number): Promise<unknown> {
  const writerId = randomUUID();
  const claim = { writerId, claimOffset: null, host: 'late', engineVersion: '1', claimedAt: 0 };
  return appender.append({
    topic: topics.events,
    partition,
    key: null,
    value: encodeRecord('PartitionClaimed', { ...claim, partition }),
    headers: {
      [headers.eventType]: 'PartitionClaimed',
      [headers.eventId]: `claim:${writerId}`,
      [headers.writerId]: writerId,
    },
  });
}

export async function startTestRunner(): Promise<TestRunner> {
  const [kafka, testDatabase, stub] = await Promise.all([
    startFreshKafka(),
    createMigratedDatabase(),
    startCountingStub(),
  ]);
  const database = await openDatabase({
    url: testDatabase.url,
    poolSize: 5,
    applicationName: 'test',
  });
  const eventLog = createKafkaEventLog({
    brokers: kafka.kafkaBrokers.split(','),
    clientId: 'test',
    log: logger,
  });
  await eventLog.admin.ensureTopics(topicDeclarations(partitions));
  const appender = eventLog.appender();
  const sandbox = createSandbox({ maxThreads: 1 });
  const egress = createEgressClient({ policy: createEgressPolicy({ allow: ['127.0.0.0/8'] }) });
  const ids = { workspaceId: randomUUID(), accountId: randomUUID() };
  await storeOwner(database, ids);
  let running: Runner[] = [];
  /** By version. */
  const hashes = new Map<number, string>();
  const ledger = (): Promise<Map<string, LedgerEvent[]>> => truthOf(eventLog);
  return {
    ids,
    eventLog,
    appender,
    database,
    stub,
    ledger,
    start: async ({ concurrency = 50, commandsLateMs = 0 } = {}) => {
      const effects = { egress, sandbox, longestPauseMs: 60_000 };
      const log = commandsLateMs === 0 ? eventLog : withLateCommands(eventLog, commandsLateMs);
      const runner = runnerOf(log, database, effects, concurrency);
      running.push(runner);
      await runner.start();
      return runner;
    },
    stopRunners: async (graceMs = 1_000) => {
      await Promise.all(running.map((runner) => runner.stop(graceMs)));
      running = [];
    },
    store: async (version, definition, unchecked) => {
      const [stored, hash] =
        unchecked === undefined ? checkedVersion(definition) : [definition, 'unchecked'];
      hashes.set(version, hash);
      await database.pool.query(
        'insert into workflow_version (workflow_id, version, definition, content_hash) values ($1, $2, $3, $4)',
        [workflowId, version, stored, hash],
      );
    },
    request: async (version, body, more = {}, reservedAtMs?) => {
      const executionId = more.executionId ?? randomUUID();
      const value: ExecutionRequested = {
        executionId,
        ...ids,
        workflowId,
        workflowName: 'Test',
        deploymentVersion: version,
        definitionHash: hashes.get(version) ?? 'none',
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
        quiet: false,
        ...more,
      };
      await appender.append({
        topic: topics.requests,
        key: executionId,
        value: encodeRecord('ExecutionRequested', value),
        headers: {
          [headers.eventType]: 'ExecutionRequested',
          ...(reservedAtMs !== undefined && { [headers.reservedAt]: String(reservedAtMs) }),
        },
      });
      return executionId;
    },
    claims: () => claimsOf(eventLog),
    cancel: (executionId, reason) => {
      const { workspaceId } = ids;
      const cancelled = { executionId, workspaceId, reason, requestedAt: Date.now() };
      return appender.append({
        topic: topics.control,
        key: executionId,
        value: encodeRecord('ExecutionCancelRequested', cancelled),
      });
    },
    claimLate: (partition) => claimLate(appender, partition),
    typesOf: async (executionId) =>
      ((await ledger()).get(executionId) ?? []).map(({ type }) => type),
    ended: (executionId) =>
      eventually(
        `the end of ${executionId}`,
        async () => {
          const events = (await ledger()).get(executionId) ?? [];
          return events.find((event) => event.type === 'ExecutionCompleted');
        },
        { withinMs: 60_000 },
      ),
    callsOf: (executionId) =>
      stub.calls.filter(({ idempotencyKey }) => idempotencyKey.startsWith(executionId)),
    poisonOf: async (key) => {
      const poison = { topic: 'flowledger-runner.poison', partition: 0 };
      const end = (await eventLog.admin.endOffsets(poison.topic)).get(0) ?? 0;
      const records: ReceivedRecord[] = [];
      await eventLog.readRange(poison, 0, end, (batch) => void records.push(...batch));
      return records.find((record) => record.key === key) ?? null;
    },
    storeProgress: () =>
      database.pool.query(
        `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id)
        select 'executions', $1, p, 1000000, 'c' from generate_series(0, $2::int - 1) p`,
        [topics.events, partitions],
      ),
    storeEnded: (executionId) =>
      database.pool.query(
        `insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version,
          definition_hash, trigger, status, level, started_at, ended_at, ledger_partition, ledger_offset)
        values ($1, $1, $2, $3, $4, 'w', 1, 'h', 'api', 'success', 'info', now(), now(), 0, 0)`,
        [executionId, ids.workspaceId, ids.accountId, workflowId],
      ),
    isDoneWithRequests: async () => {
      const ends = await eventLog.admin.endOffsets(topics.requests);
      const committed = await eventLog.admin.committed('flowledger-runner', topics.requests);
      return [...ends].every(([partition, end]) => (committed.get(partition)?.offset ?? 0) >= end);
    },
    watermarkOf: async (partition) => {
      const committed = await eventLog.admin.committed('flowledger-runner', topics.requests);
      return committed.get(partition)?.offset;
    },
    stop: async () => {
      await appender.close();
      await egress.close();
      await sandbox.close();
      await eventLog.close();
      await database.close();
      await testDatabase.drop();
      await stub.close();
      await kafka.stop();
    },
  };
}
