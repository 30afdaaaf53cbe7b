import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { insertLogRow, type LogRowToInsert } from '../../testing/log-rows.js';
import { openLogWorkspace } from '../../testing/log-workspace.js';
import type { Answer } from '../../testing/test-api.js';

const api = openLogWorkspace();
const msPerDay = 86_400_000;

async function insert(log: Omit<LogRowToInsert, 'executionId'>): Promise<string> {
  const executionId = randomUUID();
  await insertLogRow(api, { ...api.tenant, workflowId: api.workflowId }, { executionId, ...log });
  return executionId;
}

const ask = api.list;
async function found(search: string, over: Record<string, string> = {}): Promise<string[]> {
  const { status, body } = await ask({ search, ...over });
  expect(status).toBe(200);
  return body.data.map(({ executionId }) => executionId);
}

describe('the search of logs', () => {
  it('finds errors, workflow names, block names and outputs in any letter case', async () => {
    const failed = await insert({
      status: 'error',
      error: { code: 'HTTP_ERROR', message: 'Connection to ERP refused' },
    });
    const named = await insert({ workflowName: 'Invoice Régression' });
    const output = await insert({ output: { summary: 'he said "Grüße", 100% sure_now' } });
    expect(await found('connection to erp')).toEqual([failed]);
    expect(await found('http_ERROR')).toEqual([failed]);
    expect(await found('INVOICE RÉG')).toEqual([named]);
    for (const term of ['grüße', 'said "Gr', '100% sure', 'sure_now'])
      expect([term, await found(term)]).toEqual([term, [output]]);
    // `_` and `%` are not wildcards.
    expect(await found('100_ sure')).toEqual([]);
    expect(await found('he%sure')).toEqual([]);
    expect(await found('webhook')).toHaveLength(3);
    expect(await found('connection', { level: 'info' })).toEqual([]);
  });

  it('covers seven days by default and 92 at most, and reports its window', async () => {
    const old = await insert({
      startedAt: Date.now() - 9 * msPerDay,
      output: { note: 'elephant' },
    });
    const { body } = await ask({ search: 'elephant' });
    expect(body.data).toEqual([]);
    const { startDate, endDate } = body.searchWindow!;
    expect(Date.parse(endDate) - Date.parse(startDate)).toBe(7 * msPerDay);
    const wider = { startDate: new Date(Date.now() - 30 * msPerDay).toISOString() };
    expect(await found('elephant', wider)).toEqual([old]);
    expect((await ask({})).body.searchWindow).toBeUndefined();
    const year = { startDate: new Date(Date.now() - 365 * msPerDay).toISOString() };
    expect(await ask({ search: 'elephant', ...year })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PARAMETER', error: expect.stringContaining('92 days') },
    });
    expect((await ask({ search: 'el' })).status).toBe(400);
  });

  it('returns every match once along nextCursor, in the window of the first page', async () => {
    const all = new Set<string>();
    for (let n = 0; n < 7; n += 1) all.add(await insert({ output: { animal: 'giraffe', n } }));
    const seen: string[] = [];
    const windows = new Set<string>();
    for (let cursor: string | undefined; ;) {
      const { body }: Answer<'listLogs'> = await ask({
        search: 'giraffe',
        limit: '3',
        ...(cursor && { cursor }),
      });
      seen.push(...body.data.map((log) => log.executionId));
      windows.add(JSON.stringify(body.searchWindow));
      cursor = body.nextCursor;
      if (cursor === undefined) break;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(all);
    expect(windows.size).toBe(1);
  });

  it('finds a common text by walking over the logs', async () => {
    const ids: string[] = Array.from({ length: 1_010 }, () => randomUUID());
    await api.pool.query(
      `with made as (
         insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version,
           definition_hash, status, level, trigger, started_at, ended_at, ledger_partition, ledger_offset)
         select execution_id, execution_id, $2, $3, $4, 'Common', 1, 'hash', 'success', 'info', 'manual', now(), now(), 0, 0
         from unnest($1::uuid[]) as execution_id returning execution_id)
       insert into execution_search (execution_id, workspace_id, day, text)
       select execution_id, $2, $5, 'ubiquitous' from made`,
      [
        ids,
        api.tenant.workspaceId,
        api.tenant.accountId,
        api.workflowId,
        Math.floor(Date.now() / msPerDay),
      ],
    );
    expect((await found('UBIQUI', { limit: '1000' })).every((id) => ids.includes(id))).toBe(true);
    expect(await found('UBIQUI', { limit: '1000' })).toHaveLength(1_000);
  });

  it('filters the tail and exports as well', async () => {
    const one = await insert({ output: { animal: 'okapi' } });
    await api.pool.query(
      `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id)
       values ('executions', 'workflow.execution.events', 0, 1, 'c') on conflict do nothing`,
    );
    const tail = await ask({ search: 'okapi' }, 'logs/tail');
    expect(tail.body.data.map((log) => log.executionId)).toEqual([one]);
    const exported = await ask<string>({ search: 'okapi' }, 'logs/export');
    expect(exported.body).toContain(one);
    expect(exported.body.trimEnd().split('\n')).toHaveLength(1);
    expect(exported.headers['x-search-window']).toMatch(/^\d{4}-.*Z\/\d{4}-.*Z$/);
  });
});
