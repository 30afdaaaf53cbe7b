/**
 * A Postgres restored from an older copy while Kafka was not: the rows that drive decisions are
 * completed from the log before they are used again (docs/operations/backup.md). The processes keep
 * running, as after a failover to a lagging standby.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PostgresServer } from '@libs/local-stack';
import { setTimeout as delay } from 'node:timers/promises';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';
import { callersOf } from './support/gate.js';
import { copyPostgres, startOwnPostgres } from './support/postgres-copy.js';
import { answer, startReceiver, type Receiver } from './support/receiver.js';
import { reaches, saveAndDeploy } from './support/run-workflows.js';
import { twoCalls, withWait } from './support/workflows.js';

let cluster: Cluster;
let stub: CountingStub;
let postgres: PostgresServer;
let receiver: Receiver;
/** Executions whose webhooks were accepted. */
const told = new Set<string>();
let takesWebhooks = true;

const patient = { withinMs: 120_000 };
/** Longer than restoring and completing the copy takes, for those that pause meanwhile. */
const pauseMs = 25_000;
/** For those that are queued meanwhile. */
const briefMs = 1_000;
const askedPause = '<webhook.body.pauseMs>';

beforeAll(async () => {
  [postgres, stub] = await Promise.all([startOwnPostgres(), startCountingStub()]);
  receiver = await startReceiver(({ body }) => {
    if (!takesWebhooks) return answer(503);
    told.add((JSON.parse(String(body)) as { data: { executionId: string } }).data.executionId);
    return answer(200);
  });
  cluster = await startCluster(
    ['api', 'projector', 'relay', 'runner'],
    { FLOWLEDGER_STATEMENT_TIMEOUT_MS: '5000', FLOWLEDGER_DELAY_SCALE: '5' },
    {
      createDatabase: () =>
        Promise.resolve({ url: postgres.databaseUrl, drop: () => postgres.stop() }),
    },
  );
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await stub.close();
  await receiver.close();
});

/** Retries on 503, like a well-behaved caller. */
const begin = (path: string, body: object, key?: string): Promise<string> =>
  eventually(
    `${path} begins`,
    async () => {
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
      const answer = await cluster.api.trigger(path, body, headers).catch(() => undefined);
      return answer?.status === 202 ? (answer.json.data.executionId as string) : null;
    },
    patient,
  );

const callsOf = (executionId: string): string[] =>
  stub.calls
    .map(({ idempotencyKey }) => idempotencyKey)
    .filter((key) => key.startsWith(executionId));

describe('a Postgres that was restored from an older copy', () => {
  it('breaks no concurrency limit, runs nothing twice, and loses nothing', async () => {
    await saveAndDeploy(cluster, {
      ...withWait('limited', stub.url, askedPause),
      concurrency: { limit: 1 },
    });
    await saveAndDeploy(cluster, withWait('paused', stub.url, askedPause));
    await saveAndDeploy(cluster, twoCalls('keyed', stub.url));
    const { status } = await cluster.api.call('POST', '/api/v1/subscriptions', {
      url: receiver.url,
    });
    expect(status).toBe(201);
    const copy = await copyPostgres(postgres);
    // Everything from here on is newer than the copy, also what the delivery process has noted.
    await cluster.start('delivery');
    takesWebhooks = false;
    const first = await begin('limited', { pauseMs });
    await reaches(cluster, [first], 'paused');
    const second = await begin('limited', { pauseMs: briefMs });
    await reaches(cluster, [second], 'queued');
    const paused = await begin('paused', { pauseMs });
    await reaches(cluster, [paused], 'paused');
    const keyed = await begin('keyed', {}, 'once');
    await reaches(cluster, [keyed], 'success');

    await eventually('its webhook was tried', () => receiver.requests.length > 0, patient);
    await copy.restore();
    takesWebhooks = true;
    const third = await begin('limited', { pauseMs: briefMs });
    expect(await begin('keyed', {}, 'once')).toBe(keyed);
    const other = await begin('keyed', {}, 'another');
    expect(other).not.toBe(keyed);
    await reaches(cluster, [other], 'success');
    await reaches(cluster, [first, paused], 'paused');
    await reaches(cluster, [second, third], 'queued');
    // Gives the sweep of queued executions time to run.
    await delay(5_000);
    expect([callsOf(second), callsOf(third)]).toEqual([[], []]);

    await reaches(cluster, [first, second, third, paused, keyed], 'success');
    for (const executionId of [first, second, third, paused, keyed])
      expect(callsOf(executionId)).toEqual([`${executionId}:one:`, `${executionId}:two:`]);
    await eventually('all webhooks are taken', () => told.size === 6, patient);
    const limited = [first, second, third];
    const inOrder = callersOf(stub.calls).filter((id) => limited.includes(id));
    expect(inOrder).toEqual(limited.flatMap((id) => [id, id]));
  }, 300_000);
});
