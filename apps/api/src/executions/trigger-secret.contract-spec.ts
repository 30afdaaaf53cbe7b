/** A webhook trigger that knows its callers by a secret which may be sent to some hosts only. */
import { describe, expect, it } from '@jest/globals';
import { decodeRecord, topics } from '@libs/contracts';
import { createWorkspaceCipher } from '@libs/persistence';
import { createHmac, randomUUID } from 'node:crypto';
import { openTestApi } from '../testing/open-test-api.js';

const api = openTestApi();

interface Input {
  readonly headers: Readonly<Record<string, unknown>>;
}

async function inputOf(executionId: string): Promise<Input> {
  const found: Input[] = [];
  for (const [partition, end] of await api.eventLog.admin.endOffsets(topics.requests))
    await api.eventLog.readRange({ topic: topics.requests, partition }, 0, end, (records) => {
      for (const { key, value } of records) {
        const record = key === executionId ? decodeRecord(value) : null;
        if (record?.type === 'ExecutionRequested')
          found.push(JSON.parse(record.data.input) as Input);
      }
    });
  return found[0]!;
}

async function triggerPathOf(auth: object): Promise<string> {
  const config = { path: randomUUID(), auth: { ...auth, secret: '{{DOOR}}' } };
  const id = await api.deploy({
    blocks: [{ id: 'hook', type: 'webhook', name: 'Hook', config }],
    edges: [],
  });
  const { body } = await api.call<'getWorkflow'>('GET', `workflows/${id}`);
  return new URL(body.data.triggerUrl ?? '').pathname;
}

describe('a webhook trigger whose secret names its hosts', () => {
  it.each([
    ['authorization', { type: 'bearer' }, 'Bearer s3cret-7'],
    ['x-door', { type: 'header', header: 'X-Door' }, 's3cret-7'],
  ])('checks it in %s, and keeps it from the workflow', async (name, auth, proof) => {
    const secret = { value: 's3cret-7', allowedHosts: ['erp.example'] };
    await api.call('PUT', `workspaces/${api.tenant.workspaceId}/secrets/DOOR`, { body: secret });
    const path = await triggerPathOf(auth);
    expect((await api.request('POST', path, { body: {} })).status).toBe(401);
    const headers = { [name]: proof, 'x-token': 'other' };
    const called = await api.request<{ data: { executionId: string } }>('POST', path, {
      ...{ headers, body: {} },
    });
    expect(called.status).toBe(202);
    const input = await inputOf(called.body.data.executionId);
    expect(input.headers[name]).toBe('***');
    const { $encrypted = '' } = input.headers['x-token'] as { $encrypted?: string };
    const cipher = createWorkspaceCipher(api.database, api.masterKey);
    const sealed = Buffer.from($encrypted, 'base64');
    expect(await cipher.decrypt(api.tenant.workspaceId, sealed, 'trigger-header')).toBe('other');
  });

  it('passes signatures on to the workflow, because they are no secrets', async () => {
    const secret = { value: 's3cret-7', allowedHosts: ['erp.example'] };
    await api.call('PUT', `workspaces/${api.tenant.workspaceId}/secrets/DOOR`, { body: secret });
    const path = await triggerPathOf({ type: 'hmac', header: 'x-signature' });
    const signature = createHmac('sha256', 's3cret-7').update('{}').digest('hex');
    const called = await api.request<{ data: { executionId: string } }>('POST', path, {
      ...{ headers: { 'x-signature': signature }, raw: { text: '{}', type: 'application/json' } },
    });
    expect(called.status).toBe(202);
    const input = await inputOf(called.body.data.executionId);
    expect(input.headers['x-signature']).toMatchObject({ $encrypted: expect.any(String) });
  });
});
