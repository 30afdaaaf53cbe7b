import { describe, expect, it } from '@jest/globals';
import { decodeRecord, headers, topics } from '@libs/contracts';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { insertLogRow } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import { createTenant } from '../testing/test-database.js';
import { webhookTriggers } from '../testing/webhook-triggers.js';
import { IdempotencyKeys } from './idempotency-keys.js';

const logger = pino({ level: 'silent' });
const api = openTestApi();
const { deploy, post: trigger } = webhookTriggers(api);

describe('an idempotency key', () => {
  const call = async (path: string, key: string): Promise<string> => {
    const { status, body } = await trigger<'triggerWorkflow'>(path, '{}', {
      'idempotency-key': key,
    });
    expect(status).toBe(202);
    return body.data.executionId;
  };

  it('is not shared with another workflow at the same path, of another tenant or a later one', async () => {
    const former = await deploy('orders', {});
    const first = await call('orders', '7');
    expect(await call('orders', '7')).toBe(first);
    const other = await createTenant(api);
    await deploy('orders', {}, other.apiKey);
    const url = await api.triggerPath('orders', other.apiKey);
    const theirs = await api.request<'triggerWorkflow'>('POST', url, {
      body: {},
      headers: { 'idempotency-key': '7' },
    });
    expect(theirs.status).toBe(202);
    expect(theirs.body.data.executionId).not.toBe(first);
    await api.call('DELETE', `workflows/${former}`);
    await deploy('orders', {});
    expect(await call('orders', '7')).not.toBe(first);
  });

  it('of release 3 is known to the workflow that ran for it, and to no later one at the path', async () => {
    const workflowId = await deploy('upgraded', {});
    const first = await call('upgraded', 'u');
    await api.pool.query(
      `update idempotency_key set scope = 'trigger:upgraded', workspace_id = null where execution_id = $1`,
      [first],
    );
    await insertLogRow(api.database, { ...api.tenant, workflowId }, { executionId: first });
    expect(await call('upgraded', 'u')).toBe(first);
    const { body } = await trigger('upgraded', '{"n":2}', { 'idempotency-key': 'u' });
    expect(body.code).toBe('IDEMPOTENCY_CONFLICT');
    await api.call('DELETE', `workflows/${workflowId}`);
    await deploy('upgraded', {});
    expect(await call('upgraded', 'u')).not.toBe(first);
  });

  it('sends its reservation time to the runner and marks a repeated request', async () => {
    await deploy('reserved', {});
    const first = await call('reserved', 'r');
    const forget = 'update idempotency_key set appended_at = null where execution_id = $1';
    await api.pool.query(forget, [first]);
    expect(await call('reserved', 'r')).toBe(first);
    const found: [boolean, string | undefined][] = [];
    for (const [partition, end] of await api.eventLog.admin.endOffsets(topics.requests)) {
      const place = { topic: topics.requests, partition };
      await api.eventLog.readRange(place, 0, end, (records) => {
        for (const { key, value, headers: marks } of records) {
          const record = key === first ? decodeRecord(value) : null;
          if (record?.type === 'ExecutionRequested')
            found.push([record.data.repeat, marks[headers.reservedAt]]);
        }
      });
    }
    expect(found).toEqual([
      [false, expect.stringMatching(/^\d{13}$/)],
      [true, undefined],
    ]);
  });

  it('is recovered from the request log after a database restore', async () => {
    await deploy('restored', {});
    const first = await call('restored', 'before');
    const { pool } = api.database;
    await pool.query('delete from idempotency_key');
    await pool.query("update census_done set instance = 'before'");
    expect(await call('restored', 'before')).toBe(first);
    expect(await call('restored', 'after')).not.toBe(first);
    const { body } = await trigger('restored', '{"n":2}', { 'idempotency-key': 'before' });
    expect(body.code).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('gets 503 and is not reserved while the request log cannot be read', async () => {
    await api.pool.query("update census_done set instance = 'before'");
    const keys = new IdempotencyKeys(api.database, logger, { complete: () => Promise.resolve() });
    const { workspaceId } = api.tenant;
    const hash = () => Promise.resolve(Buffer.alloc(32));
    const request = {
      ...{ scope: 'scope', formerScope: null, key: 'unread', hash },
      ...{ workspaceId, workflowId: randomUUID() },
    };
    const reserved = keys.reserve(request, randomUUID(), () => Promise.reject(new Error('asked')));
    await expect(reserved).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    const { rowCount } = await api.pool.query("select from idempotency_key where key = 'unread'");
    expect(rowCount).toBe(0);
  });

  it('is kept for thirty days', async () => {
    await deploy('kept', {});
    const first = await call('kept', 'a');
    const age = (days: number): Promise<unknown> =>
      api.pool.query(
        'update idempotency_key set created_at = now() - make_interval(days => $1) where execution_id = $2',
        [days, first],
      );
    const keys = new IdempotencyKeys(api.database, logger, { complete: () => Promise.resolve() });
    await age(29);
    await keys.sweep();
    expect(await call('kept', 'a')).toBe(first);
    await age(31);
    await keys.sweep();
    expect(await call('kept', 'a')).not.toBe(first);
  });
});
