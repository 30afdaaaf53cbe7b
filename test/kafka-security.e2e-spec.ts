/**
 * A cluster like a managed one: TLS, SASL/SCRAM, and an authorizer that denies everything not
 * granted. Each app connects as its own user with exactly the rights of `npm run topics -- grant`,
 * and a workflow runs from trigger to webhook.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { accessOf, accessRoles, type AccessRole, groups, topics } from '@libs/contracts';
import { createKafkaEventLog } from '@libs/event-log';
import { startKafka, type KafkaServer } from '@libs/local-stack';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority, type Identity } from './support/certificates.js';
import { startCluster, type Cluster } from './support/cluster.js';
import { eventually } from './support/eventually.js';
import type { AppName } from './support/processes.js';
import { answer, startReceiver, type Receiver } from './support/receiver.js';

jest.setTimeout(180_000);

const users = Object.fromEntries(
  [...accessRoles, 'stranger'].map((name) => [name, randomBytes(12).toString('hex')]),
);
let dir: string;
let authority: string;
let client: Identity;
let cluster: Cluster;
let receiver: Receiver;

const archiveOf = (directory: string): string => join(directory, 'archive');

async function startGuardedKafka(): Promise<KafkaServer> {
  const ca = await createAuthority();
  authority = ca.certificatePem;
  client = await ca.sign('client');
  await writeFile(join(dir, 'ca.pem'), authority);
  await writeFile(join(dir, 'client.pem'), client.certificatePem);
  await writeFile(join(dir, 'client.key'), client.keyPem);
  const kafka = await startKafka({
    fresh: true,
    security: { ...(await ca.sign('broker')), authorityPem: authority, users },
  });
  const operator = createKafkaEventLog({ brokers: [kafka.kafkaBrokers], clientId: 'operator' });
  const rights = { deletesLedger: true };
  for (const role of accessRoles)
    await operator.admin.allow(`User:${role}`, accessOf(role, rights));
  await mkdir(archiveOf(dir));
  await writeFile(join(archiveOf(dir), 'cluster-id'), await operator.admin.clusterId());
  await operator.close();
  return kafka;
}

const roleOf = (name: AppName): AccessRole => (name === 'standalone' ? 'migrate' : name);

const securityOf = (user: string, kafka: KafkaServer): Record<string, string> => ({
  KAFKA_BROKERS: kafka.securedBrokers ?? '',
  KAFKA_SSL: 'true',
  KAFKA_SSL_CA_FILE: join(dir, 'ca.pem'),
  KAFKA_SSL_CERT_FILE: join(dir, 'client.pem'),
  KAFKA_SSL_KEY_FILE: join(dir, 'client.key'),
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: user,
  KAFKA_SASL_PASSWORD: users[user] ?? '',
});

const clientOf = (user: string, password: string, ssl: boolean | object) =>
  createKafkaEventLog({
    brokers: [cluster.kafka.securedBrokers ?? ''],
    clientId: 'security-test',
    ssl,
    sasl: { mechanism: 'scram-sha-512', username: user, password },
  });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'flowledger-certificates-'));
  [cluster, receiver] = await Promise.all([
    startCluster(
      undefined,
      {
        FLOWLEDGER_LEDGER_RETENTION_DAYS: '31',
        FLOWLEDGER_LEDGER_ARCHIVE_DIR: archiveOf(dir),
        FLOWLEDGER_LOG_RETENTION_DAYS: 'free=7,pro=31,team=31,enterprise=31',
      },
      {
        startKafka: startGuardedKafka,
        environmentOf: (name, kafka) => securityOf(roleOf(name), kafka),
      },
    ),
    startReceiver(() => answer(200)),
  ]);
});

afterAll(async () => {
  await receiver.close();
  await cluster.stop();
  await rm(dir, { recursive: true, force: true });
});

describe('a cluster with TLS, SASL/SCRAM and an authorizer', () => {
  it('runs a workflow from its trigger to the webhook and the logs', async () => {
    const { api } = cluster;
    const created = await api.call('POST', '/api/v1/workflows', {
      name: 'Guarded',
      definition: {
        blocks: [
          { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'guarded' } },
          {
            id: 'answer',
            type: 'response',
            name: 'Answer',
            config: { status: 200, body: { hello: '<webhook.body.name>' } },
          },
        ],
        edges: [{ from: 'hook', to: 'answer' }],
      },
    });
    const id = created.json.data.id as string;
    await api.call('POST', `/api/v1/workflows/${id}/deploy`);
    await api.call('POST', `/api/v1/workflows/${id}/subscriptions`, { url: receiver.url });
    const run = await api.trigger('guarded', { name: 'Ann' });
    expect([run.status, run.json]).toEqual([200, { hello: 'Ann' }]);
    await receiver.until((requests) => requests.length === 1);
    await eventually('the run is in the logs', async () => {
      const logs = await api.call('GET', `/api/v1/logs?workspaceId=${cluster.workspaceId}`);
      return (logs.json.data as unknown[]).length === 1;
    });
  });

  it('keeps every app ready and its topics as declared', async () => {
    for (const [name, app] of cluster.apps) {
      await eventually(`${name} is ready, its topics are as declared`, async () => {
        const response = await fetch(`${app.url}/health/ready`);
        const { topicDrift } = (await response.json()) as { topicDrift: string[] | null };
        return response.status === 200 && topicDrift?.length === 0;
      });
    }
  });

  it('rejects a wrong password and a client that does not trust the authority', async () => {
    for (const log of [
      clientOf('api', 'wrong', { ca: authority }),
      clientOf('api', users['api'] ?? '', true),
    ]) {
      await expect(log.admin.partitionCount(topics.events)).rejects.toThrow();
      await log.close();
    }
  });

  it('lets projectors retain the ledger, and nobody else delete from it', async () => {
    expect(cluster.apps.get('projector')?.output()).not.toContain('ledger retention waits');
    const nothing = new Map([[0, 0]]);
    const projector = clientOf('projector', users['projector'] ?? '', { ca: authority });
    for (const topic of [topics.requests, topics.control, topics.events, topics.deliveryEvents])
      await projector.admin.deleteBefore(topic, nothing);
    expect((await projector.admin.committed(groups.runner, topics.requests)).size).toBeGreaterThan(
      0,
    );
    await expect(projector.admin.deleteBefore(topics.completed, nothing)).rejects.toThrow();
    await projector.close();
    const relay = clientOf('relay', users['relay'] ?? '', { ca: authority });
    await expect(relay.admin.deleteBefore(topics.events, nothing)).rejects.toThrow();
    await relay.close();
  });

  it('denies access outside the rights of a user', async () => {
    const log = clientOf('projector', users['projector'] ?? '', { ca: authority });
    const appender = log.appender();
    const record = { topic: topics.events, key: 'x', value: Buffer.from('x') };
    await expect(appender.append(record, { timeoutMs: 30_000 })).rejects.toThrow();
    await appender.close(100);
    await log.close();
    const stranger = clientOf('stranger', users['stranger'] ?? '', { ca: authority });
    expect(await stranger.admin.describeTopics([topics.completed])).toEqual([]);
    await stranger.close();
  });
});
