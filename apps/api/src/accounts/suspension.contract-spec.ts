/** A suspended account has the same rights in every api process. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newApiKey } from '@libs/security';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../test/support/eventually.js';
import { defaultAccountId } from '../bootstrap/default-workspace.js';
import type { OpenApiDocument } from '../openapi/document.js';
import { closed, type Documented, filled, isStream } from '../testing/documented-routes.js';
import { insertLogRow } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, TestApi } from '../testing/test-api.js';
import { createTenant, type Tenant } from '../testing/test-database.js';

const operatorKey = `flo_${newApiKey().slice(3)}`;
const reason = 'Unpaid invoices: ticket 4711';
const api = openTestApi({ env: { FLOWLEDGER_OPERATOR_KEY: operatorKey } });
/** The process that is told nothing. */
let elsewhere: TestApi;
let routes: readonly Documented[];

beforeAll(async () => {
  elsewhere = await api.another();
  routes = closed((await api.request<OpenApiDocument>('GET', '/openapi.json')).body);
});

const operate = (path: string, body?: object): Promise<Answer> =>
  api.request('POST', `/api/v1/operator/accounts/${path}`, {
    headers: { 'x-operator-key': operatorKey },
    ...(body && { body }),
  });

async function suspend({ accountId, apiKey: key }: Tenant): Promise<void> {
  expect((await operate(`${accountId}/suspend`, { reason })).status).toBe(200);
  for (const instance of [api, elsewhere])
    await eventually('the suspension is known', async () => {
      const me = await instance.request<'getCaller'>('GET', '/api/v1/me', { key });
      return me.body.data.suspension !== null;
    });
}

/** The workflow's id and its trigger's path, deployed and called once in both processes. */
async function deployed({ apiKey }: Tenant): Promise<{ id: string; path: string }> {
  const config = { path: randomUUID() };
  const hook = { id: 'hook', type: 'webhook', name: 'Hook', config };
  const id = await api.deploy({ blocks: [hook] }, apiKey);
  const path = await api.triggerPath(config.path, apiKey);
  for (const instance of [api, elsewhere]) expect((await trigger(instance, path)).status).toBe(202);
  return { id, path };
}

const trigger = (instance: TestApi, path: string, headers = {}): Promise<Answer> =>
  instance.request('POST', path, { body: {}, headers });

describe('a suspended account', () => {
  it('has triggers that answer 403 in every process without a reason, and run again after it is resumed', async () => {
    const tenant = await createTenant(api);
    const { path } = await deployed(tenant);
    await suspend(tenant);
    for (const instance of [api, elsewhere]) {
      const refused = await eventually('triggers are refused', async () => {
        const answer = await trigger(instance, path);
        return answer.status === 403 ? answer : null;
      });
      expect(refused.body).toEqual({
        error: 'The account of this workflow is suspended',
        code: 'ACCOUNT_SUSPENDED',
        requestId: refused.headers['x-request-id'],
      });
    }
    expect((await trigger(api, path, { 'idempotency-key': `refused ${path}` })).status).toBe(403);
    const stored = await api.pool.query('select from idempotency_key where key = $1', [
      `refused ${path}`,
    ]);
    expect(stored.rowCount).toBe(0);
    expect((await operate(`${tenant.accountId}/resume`)).status).toBe(200);
    for (const instance of [api, elsewhere])
      await eventually('triggers run', async () => (await trigger(instance, path)).status === 202);
  });

  it('tells its own keys the reason, and lets them read, delete, cancel and resume only', async () => {
    const tenant = await createTenant(api);
    await deployed(tenant);
    await suspend(tenant);
    const allowed = ['cancelExecution', 'resumeExecution', 'cancelBatch', 'cancelRecovery'];
    const ask = async (one: Documented): Promise<void> => {
      const { method, operation } = one;
      const { status, body } = await api.request(method, filled(one.path), {
        key: tenant.apiKey,
        ...(operation.requestBody && { body: {} }),
      });
      const isRefused = body.code === 'ACCOUNT_SUSPENDED';
      const mayCall = ['GET', 'DELETE'].includes(method) || allowed.includes(operation.operationId);
      expect([operation.operationId, isRefused]).toEqual([operation.operationId, !mayCall]);
      if (isRefused) expect([status, body.error.includes(reason)]).toEqual([403, true]);
    };
    await Promise.all(routes.filter((one) => !isStream(one)).map(ask));
  });

  it('starts no execution and no rerun with a key, and still finds its records', async () => {
    const tenant = await createTenant(api);
    const { id } = await deployed(tenant);
    const executionId = randomUUID();
    await insertLogRow(api, { ...tenant, workflowId: id }, { executionId });
    await suspend(tenant);
    const { apiKey: key, workspaceId } = tenant;
    for (const path of [`workflows/${id}/execute`, `executions/${executionId}/rerun`]) {
      const refused = await api.call('POST', path, { key, body: {} });
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'ACCOUNT_SUSPENDED']);
    }
    const logs = await api.call<'listLogs'>('GET', `logs?workspaceId=${workspaceId}`, { key });
    expect(logs.body.data.map((log) => log.executionId)).toEqual([executionId]);
    expect((await api.call('DELETE', `workflows/${id}`, { key })).status).toBe(204);
  });

  it('does not affect another account', async () => {
    const tenant = await createTenant(api);
    const others = await deployed(api.tenant);
    await suspend(tenant);
    expect((await trigger(api, others.path)).status).toBe(202);
    expect((await api.call('POST', 'api-keys', { body: { name: 'still' } })).status).toBe(201);
  });

  it('keeps the time of its suspension when the reason changes', async () => {
    const { accountId } = await createTenant(api);
    const suspended = async (why: string): Promise<{ since: string; reason: string } | null> => {
      const headers = { 'x-operator-key': operatorKey };
      const path = `/api/v1/operator/accounts/${accountId}/suspend`;
      const answer = await api.request<'suspendAccount'>('POST', path, {
        headers,
        body: { reason: why },
      });
      return answer.body.data.suspension;
    };
    const first = await suspended('one');
    expect(await suspended('two')).toEqual({ since: first?.since, reason: 'two' });
  });

  it('sees in its audit trail what the operator did, and not from which address', async () => {
    const tenant = await createTenant(api);
    await suspend(tenant);
    const trail = await api.call<'listAuditEvents'>('GET', 'audit', { key: tenant.apiKey });
    expect(trail.body.data).toMatchObject([
      { action: 'suspendAccount', status: 200, ip: '', userAgent: null, requestId: '' },
    ]);
    const other = await createTenant(api);
    const none = await api.call<'listAuditEvents'>('GET', 'audit', { key: other.apiKey });
    expect(none.body.data).toEqual([]);
  });

  it('cannot be the default account, which every start needs', async () => {
    const refused = await operate(`${defaultAccountId}/suspend`, { reason });
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
  });
});
