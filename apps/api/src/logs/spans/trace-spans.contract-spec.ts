import { describe, expect, it } from '@jest/globals';
import { childExecutionIdOf } from '@libs/contracts';
import { readSpans, type TraceSpan } from '@libs/execution-view';
import { randomUUID } from 'node:crypto';
import { insertLogRow } from '../../testing/log-rows.js';
import { openTestApi } from '../../testing/open-test-api.js';
import type { Answer } from '../../testing/test-api.js';
import { createTenant } from '../../testing/test-database.js';

const api = openTestApi();

const startedAt = Date.UTC(2026, 0, 2);

const get = <Of = 'getExecutionLog'>(path: string): Promise<Answer<Of>> =>
  api.request('GET', path, { key: api.tenant.apiKey });

async function insertExecution(executionId: string, owner = api.tenant, status = 'success') {
  const of = { ...owner, workflowId: randomUUID() };
  await insertLogRow(api, of, { executionId, status, startedAt, cost: 2 });
}

async function insertBlock(
  executionId: string,
  blockId: string,
  blockType: string,
  iteration = '',
  output: unknown = null,
): Promise<void> {
  await api.pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at, output)
     values ($1, $2, $3, upper($2), $4, 'success', 1, $5, $5, $6)`,
    [executionId, blockId, iteration, blockType, new Date(startedAt), JSON.stringify(output)],
  );
}

/** Inserts a run whose block `child` started another, and so on. Returns ids, outermost first. */
async function insertChain(length: number): Promise<string[]> {
  const ids: string[] = [randomUUID()];
  for (let n = 0; n < length; n += 1) {
    const executionId = ids[n]!;
    await insertExecution(executionId);
    await insertBlock(executionId, 'child', 'workflow');
    ids.push(childExecutionIdOf(executionId, 'child', ''));
  }
  await insertExecution(ids[length]!);
  return ids;
}

const flat = (spans: readonly TraceSpan[]): TraceSpan[] =>
  spans.flatMap((span) => [span, ...flat(span.children)]);
const runsIn = (spans: readonly TraceSpan[]) =>
  flat(spans)
    .filter(({ type }) => type === 'execution')
    .map(({ executionId, truncated }) => ({ executionId, truncated }));

describe('the spans of an execution', () => {
  it('show the iterations of a running loop with their blocks', async () => {
    const executionId = randomUUID();
    await insertExecution(executionId, api.tenant, 'running');
    for (const iteration of ['each[0]', 'each[1]'])
      await insertBlock(executionId, 'call', 'api', iteration);
    const { status, body } = await get(`/api/v1/logs/executions/${executionId}`);
    expect(status).toBe(200);
    expect(body.traceSpans).toMatchObject([
      { id: 'hook' },
      {
        id: 'each',
        type: 'loop',
        status: 'running',
        children: [
          {
            type: 'iteration',
            status: 'success',
            children: [{ id: 'call:each[0]', name: 'CALL' }],
          },
          { type: 'iteration', status: 'running', children: [{ id: 'call:each[1]' }] },
        ],
      },
    ]);
  });

  it('include child runs to depth three and links below, but only links in a list', async () => {
    const ids = await insertChain(5);
    const { body } = await get(`/api/v1/logs/executions/${ids[0]}`);
    expect(runsIn(body.traceSpans)).toEqual([
      { executionId: ids[1], truncated: false },
      { executionId: ids[2], truncated: false },
      { executionId: ids[3], truncated: false },
      { executionId: ids[4], truncated: true },
    ]);
    const query = `workspaceId=${api.tenant.workspaceId}&executionId=${ids[0]}&includeTraceSpans=true`;
    const list = await get<'listLogs'>(`/api/v1/logs?${query}`);
    expect(runsIn(list.body.data[0]?.traceSpans ?? [])).toEqual([
      { executionId: ids[1], truncated: true },
    ]);
  });

  it('include a child run completely or as a link, within a total bound', async () => {
    const parent = randomUUID();
    await insertExecution(parent);
    const children: string[] = [];
    for (const index of [0, 1, 2]) {
      const iteration = `each[${index}]`;
      await insertBlock(parent, 'child', 'workflow', iteration);
      const child = childExecutionIdOf(parent, 'child', iteration);
      children.push(child);
      await insertExecution(child);
      // The second is too large; the third fits into what the first left.
      for (let n = 0; n < [2, 5, 1][index]!; n += 1) await insertBlock(child, `b${n}`, 'function');
    }
    const spans = await readSpans(api.pool, api.tenant.workspaceId, [parent], {
      levels: 1,
      spans: 5,
      skeleton: false,
    });
    expect(runsIn(spans.get(parent)!.spans)).toEqual([
      { executionId: children[0], truncated: false },
      { executionId: children[1], truncated: true },
      { executionId: children[2], truncated: false },
    ]);
  });

  it('name no run of another workspace, even if the output of a block does', async () => {
    const [executionId, foreign] = [randomUUID(), randomUUID()];
    await insertExecution(foreign, await createTenant(api));
    await insertExecution(executionId);
    await insertBlock(executionId, 'a', 'workflow', '', { executionId: foreign });
    await insertBlock(executionId, 'b', 'workflow', '', { executionId: 'no id' });
    const { status, body } = await get(`/api/v1/logs/executions/${executionId}`);
    expect(status).toBe(200);
    expect(runsIn(body.traceSpans)).toEqual([]);
  });
});
