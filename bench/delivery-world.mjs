/**
 * The delivery benchmark's environment: a new broker and database with production settings, and the
 * subscriptions, receiver and delivery app, the last two as processes.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureBuilt } from '../scripts/build.mjs';
import { root, setUp } from '../scripts/set-up.mjs';
import { body, secret } from './delivery-fixture.mjs';

export const node = setUp();
ensureBuilt(root, node);
const { startStack } = await import('../dist/libs/local-stack/src/index.js');
const { createKafkaEventLog } = await import('../dist/libs/event-log/src/index.js');
const { topicDeclarations, encodeRecord, topics } =
  await import('../dist/libs/contracts/src/index.js');
const { migrate, openDatabase, createWorkspaceCipher } =
  await import('../dist/libs/persistence/src/index.js');
const { newDataKey, wrapKey } = await import('../dist/libs/security/src/index.js');
const { dueRecord } = await import('../dist/libs/delivery/src/index.js');

const masterKey = Buffer.alloc(32, 7);
const closing = [];
const silent = { debug() {}, info() {}, warn() {}, error() {} };

export async function closeAll() {
  for (const close of closing.splice(0).reverse()) await close();
}

// When killed from outside, it must not leave the broker, database and apps running.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    // A running part now loses its receiver and broker; that must not end us before the parts end.
    process.on('uncaughtException', () => undefined);
    void closeAll().finally(() => process.exit(1));
  });
}

/**
 * @returns {Promise<{ pid: number, line: string, stop(): Promise<void> }>} after its first output
 * line if `waits`
 */
export async function startNode(script, args = [], environment = {}, waits = true) {
  const child = spawn(node, [join(root, script), ...args.map(String)], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', waits ? 'pipe' : 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  closing.push(stop);
  let line = '';
  while (waits && !line.includes('\n')) line += String((await once(child.stdout, 'data'))[0]);
  return { pid: child.pid, line, stop };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

export async function openWorld() {
  const dataDir = await mkdtemp(join(tmpdir(), 'flowledger-bench-'));
  closing.push(() => rm(dataDir, { recursive: true, force: true }));
  // Not `fresh`: that broker runs at half the speed, and that Postgres syncs nothing.
  const stack = await startStack({ dataDir, log() {} });
  closing.push(() => stack.stop());
  await migrate(stack.databaseUrl);
  const database = await openDatabase({
    url: stack.databaseUrl,
    poolSize: 4,
    applicationName: 'bench',
  });
  const eventLog = createKafkaEventLog({
    brokers: stack.kafkaBrokers.split(','),
    clientId: 'bench',
    log: silent,
  });
  await eventLog.admin.ensureTopics(topicDeclarations(12));
  const appender = eventLog.appender();
  closing.push(async () => {
    await appender.close();
    await eventLog.close();
    await database.close();
  });
  const receiver = await startNode('bench/delivery-receiver.mjs');
  const url = `http://127.0.0.1:${JSON.parse(receiver.line).port}`;
  const { pool } = database;
  const owner = { accountId: randomUUID(), workspaceId: randomUUID(), workflowId: randomUUID() };
  await pool.query("insert into account (id, name, plan) values ($1, 'a', 'enterprise')", [
    owner.accountId,
  ]);
  await pool.query(
    "insert into workspace (id, account_id, name, wrapped_key) values ($1, $2, 'w', $3)",
    [owner.workspaceId, owner.accountId, wrapKey(masterKey, newDataKey())],
  );
  const cipher = createWorkspaceCipher(database, masterKey);
  const sealed = await cipher.encrypt(owner.workspaceId, secret, 'subscription-secret');

  return {
    url,
    receiverPid: receiver.pid,
    addresses: { DATABASE_URL: stack.databaseUrl, KAFKA_BROKERS: stack.kafkaBrokers },
    pool,
    appender,
    owner,
    async call(path) {
      return (await fetch(`${url}${path}`)).json();
    },
    /** Creates a workflow with one subscription. */
    async subscribe(target) {
      const id = randomUUID();
      const workflowId = randomUUID();
      await pool.query(
        "insert into workflow (id, workspace_id, name, draft) values ($1, $2, 'b', '{}')",
        [workflowId, owner.workspaceId],
      );
      await pool.query(
        `insert into subscription (id, workspace_id, workflow_id, url, secret_ciphertext, include_final_output,
           include_trace_spans, include_rate_limits, include_usage_data, level_filter, trigger_filter, active)
         values ($1, $2, $3, $4, $5, true, false, false, false, '{info,error}', '{api,webhook,schedule,manual,chat}', true)`,
        [id, owner.workspaceId, workflowId, target, sealed],
      );
      return { id, workflowId, url: target };
    },
    /**
     * Stores pending deliveries and their due records, as a fan-out leaves them.
     * @param topic null: rows are stored without due records
     * @param {(index: number) => number} dueAt epoch ms
     */
    async order(
      subscription,
      count,
      topic = topics.deliveryRequests,
      dueAt = () => Date.now(),
      note = () => {},
    ) {
      for (let done = 0; done < count; done += 2_000) {
        const ids = Array.from({ length: Math.min(2_000, count - done) }, () => randomUUID());
        await pool.query(
          `insert into delivery_fence (delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body, state, step, due_at)
           select id, $2, $3, id::text, '', $4, 'pending', 1, now() from unnest($1::uuid[]) as i(id)`,
          [ids, subscription.id, owner.workspaceId, body],
        );
        if (topic === null) continue;
        await Promise.all(
          ids.map((deliveryId, index) => {
            note(deliveryId, dueAt(done + index));
            return appender.append(
              dueRecord(topic, {
                deliveryId,
                subscriptionId: subscription.id,
                step: 1,
                dueAt: dueAt(done + index),
                trigger: 'automatic',
              }),
            );
          }),
        );
      }
    },
    /** @returns when Kafka acknowledged it, epoch ms */
    async complete(subscription, eventId) {
      const endedAt = Date.now();
      await appender.append({
        topic: topics.completed,
        key: subscription.workflowId,
        value: encodeRecord('WorkflowExecutionCompleted', {
          ...owner,
          workflowId: subscription.workflowId,
          eventId,
          executionId: randomUUID(),
          workflowName: 'bench',
          deploymentVersion: 1,
          trigger: 'webhook',
          logId: randomUUID(),
          status: 'success',
          level: 'info',
          startedAt: endedAt - 12,
          endedAt,
          totalDurationMs: 12,
          cost: { total: 0, tokens: { prompt: 0, completion: 0, total: 0 }, models: {} },
          files: null,
          finalOutput: JSON.stringify({ pad: 'x'.repeat(850) }),
          error: null,
          ledgerPartition: 0,
          ledgerOffset: 5,
        }),
      });
      return performance.timeOrigin + performance.now();
    },
    async startDelivery(environment = {}) {
      const port = await freePort();
      const app = await startNode(
        'dist/apps/delivery/src/main.js',
        [],
        {
          PORT: String(port),
          DATABASE_URL: stack.databaseUrl,
          KAFKA_BROKERS: stack.kafkaBrokers,
          MASTER_KEY: masterKey.toString('base64'),
          EGRESS_ALLOW: '127.0.0.0/8',
          LOG_LEVEL: 'error',
          ...environment,
        },
        false,
      );
      const isReady = () =>
        fetch(`http://127.0.0.1:${port}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 50));
      return {
        ...app,
        /** Sum of a metric over its labels. */
        async metric(name) {
          const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
          const values = text
            .split('\n')
            .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
            .map((line) => Number(line.slice(line.lastIndexOf(' '))));
          return values.reduce((sum, value) => sum + value, 0);
        },
      };
    },
  };
}
