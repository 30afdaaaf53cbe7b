/**
 * Cancels executions that no projection shows yet. Nothing runs or projects here, so only requests
 * and the rows of children decide.
 */
import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { v5, v7 } from 'uuid';
import { openTestApi } from '../testing/open-test-api.js';
import { type Answer, validDefinition } from '../testing/test-api.js';
import type { Tenant } from '../testing/test-database.js';

const api = openTestApi();

const cancel = (id: string, { apiKey }: Tenant = api.tenant): Promise<Answer> =>
  api.call('POST', `executions/${id}/cancel`, { key: apiKey, body: {} });

async function requested(): Promise<string> {
  const id = await api.deploy(validDefinition(randomUUID()));
  const started = await api.call<'executeWorkflow'>('POST', `workflows/${id}/execute`, {
    body: {},
    headers: { 'x-execution-mode': 'async' },
  });
  return started.body.data.executionId;
}

async function child(endedAt: Date | null = null): Promise<string> {
  const id = v5(randomUUID(), v5.URL);
  await api.pool.query(
    `insert into execution_descendant (execution_id, root_id, workspace_id, ancestors, ended_at)
     values ($1, $2, $3, array[$2::uuid], $4)`,
    [id, randomUUID(), api.tenant.workspaceId, endedAt],
  );
  return id;
}

describe('cancelling an execution that is not projected yet', () => {
  it('is accepted when its request is in the log', async () => {
    const id = await requested();
    expect(await cancel(id)).toMatchObject({
      status: 202,
      body: { data: { executionId: id, status: 'cancelling' } },
    });
  });

  it('is accepted for a child run that was requested, from its own workspace only', async () => {
    const id = await child();
    expect((await cancel(id, api.stranger)).status).toBe(404);
    expect((await cancel(id)).status).toBe(202);
  });

  it('answers 404 for an unknown, future, ended or malformed id', async () => {
    const later = v7({ msecs: Date.now() + 86_400_000 });
    const ids = [randomUUID(), later, await child(new Date()), 'no-id'];
    const answers = await Promise.all(ids.map((id) => cancel(id)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
