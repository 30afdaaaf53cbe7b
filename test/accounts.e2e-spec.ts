/** An account is suspended: its triggers are refused, and what runs comes to its end. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newApiKey } from '@libs/security';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { createApiClient, type ApiClient } from './support/api-client.js';
import { begin, reaches, saveAndDeploy, start, statusOf } from './support/run-workflows.js';
import { startCluster, type Cluster } from './support/cluster.js';
import { eventually } from './support/eventually.js';

const tool = join(import.meta.dirname, '../dist/apps/standalone/src/accounts.js');
const operatorKey = `flo_${newApiKey().slice(3)}`;
let cluster: Cluster;
let tenant: {
  readonly api: ApiClient;
  readonly accountId: string;
  readonly workspaceId: string;
};

beforeAll(async () => {
  cluster = await startCluster(['api', 'runner', 'projector'], {
    FLOWLEDGER_OPERATOR_KEY: operatorKey,
  });
  const made = await cluster.api.call(
    'POST',
    '/api/v1/operator/accounts',
    { name: 'Acme', plan: 'enterprise', owner: { email: 'ada@example.com' } },
    { 'x-operator-key': operatorKey },
  );
  expect(made.status).toBe(201);
  const { id: accountId, workspace, apiKey } = made.json.data;
  const api = createApiClient(cluster.api.baseUrl, apiKey.key);
  tenant = { api, accountId, workspaceId: workspace.id };
}, 180_000);

afterAll(() => cluster.stop());

/** `npm run accounts`. */
const accounts = (...args: string[]): Promise<number> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], ...cluster.environment };
    execFile(process.execPath, [tool, ...args], { env }, (error) => {
      resolve(error === null ? 0 : Number(error.code));
    });
  });

const approve = { id: 'approve', type: 'approval', name: 'approve', config: {} };
const clock = { id: 'clock', type: 'schedule', name: 'clock', config: { everySeconds: 1 } };
const hook = { id: 'hook', type: 'webhook', name: 'hook', config: { path: 'suspended' } };

/** How many fires of the schedule have ended. */
async function fired(): Promise<number> {
  const path = `/api/v1/logs?triggers=schedule&limit=1000&workspaceId=${tenant.workspaceId}`;
  const logs = await tenant.api.call('GET', path);
  return (logs.json.data as readonly unknown[]).length;
}

const triggered = async (): Promise<number> => (await tenant.api.trigger('suspended', {})).status;

describe('a suspended account', () => {
  it('starts no executions by triggers or schedules, and its parked one ends', async () => {
    const approval = { blocks: [start, approve], edges: [{ from: 'start', to: 'approve' }] };
    const waiting = await saveAndDeploy(tenant, approval);
    await saveAndDeploy(tenant, { blocks: [hook], edges: [] });
    await saveAndDeploy(tenant, { blocks: [clock], edges: [] });
    const executionId = await begin(tenant, waiting);
    await reaches(tenant, executionId, 'paused');
    expect(await triggered()).toBe(202);
    await eventually('the schedule fires', async () => (await fired()) > 0);

    expect(await accounts('suspend', tenant.accountId, '--reason', 'Unpaid')).toBe(0);
    await eventually('triggers are refused', async () => (await triggered()) === 403);
    await eventually('fires are skipped', async () => {
      const { text } = await tenant.api.call('GET', '/metrics');
      return /^flowledger_schedule_fires_skipped_total [1-9]/m.test(text);
    });
    const resumed = await tenant.api.call('POST', `/api/v1/executions/${executionId}/resume`, {
      blockId: 'approve',
      data: { approved: true },
    });
    expect(resumed.status).toBe(202);
    await reaches(tenant, executionId, 'success');

    expect(await accounts('resume', tenant.accountId)).toBe(0);
    await eventually('triggers run again', async () => (await triggered()) === 202);
    const before = await fired();
    await eventually('the schedule fires again', async () => (await fired()) > before);
    expect(await statusOf(tenant, executionId)).toBe('success');
  }, 300_000);
});
