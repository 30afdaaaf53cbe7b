/** Which runs take the pins of a draft. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { decodeRecord, topics, type ExecutionRequested } from '@libs/contracts';
import { randomUUID } from 'node:crypto';
import { insertLogRow } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';

const api = openTestApi();

const block = (id: string, type: string, config: object = {}) => ({ id, type, name: id, config });
const values = (id: string) => block(id, 'variables', { values: { x: 1 } });
const loop = block('loop', 'loop', { type: 'count', count: 2 });
const definition = {
  blocks: [
    ...[block('start', 'manual'), values('a'), values('b'), loop, values('in')],
    block('which', 'condition', { conditions: [{ port: 'yes', expression: '1 == 1' }] }),
  ],
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'loop' },
    { from: 'loop', to: 'in', port: 'each' },
    { from: 'loop', to: 'which' },
  ],
};

let id = '';
beforeEach(async () => {
  const body = { name: 'a', definition };
  const made = await api.call<'createWorkflow'>('POST', 'workflows', { body });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  id = made.body.data.id;
});

const pin = (blockId: string, output: unknown) =>
  api.call('PUT', `workflows/${id}/pins/${blockId}`, { body: { output } });

const save = (blocks: readonly object[], edges: readonly object[] = []) =>
  api.call('PUT', `workflows/${id}?allowProblems=true`, {
    body: { name: 'a', definition: { blocks, edges } },
  });

async function requested(executionId: string): Promise<ExecutionRequested | undefined> {
  const found: ExecutionRequested[] = [];
  for (const [partition, end] of await api.eventLog.admin.endOffsets(topics.requests))
    await api.eventLog.readRange({ topic: topics.requests, partition }, 0, end, (records) => {
      for (const { key, value } of records) {
        const record = key === executionId ? decodeRecord(value) : null;
        if (record?.type === 'ExecutionRequested') found.push(record.data);
      }
    });
  return found[0];
}

/** What a run takes over: outputs by block. */
async function carriedBy(body: object, headers: object = { 'x-draft': 'true' }): Promise<unknown> {
  const answer = await api.call<'executeWorkflow'>('POST', `workflows/${id}/execute`, {
    body,
    headers: { 'x-execution-mode': 'async', ...headers },
  });
  expect([answer.status, answer.body]).toEqual([202, expect.anything()]);
  return carriedOf(await requested(answer.body.data.executionId));
}

function carriedOf(request: ExecutionRequested | undefined): unknown {
  if (request?.carried == null) return null;
  const results = JSON.parse(request.carried) as { blockId: string; output: string }[];
  return Object.fromEntries(
    results.map(({ blockId, output }) => [blockId, JSON.parse(output) as unknown]),
  );
}

describe('a run', () => {
  beforeEach(async () => {
    await pin('a', { x: 'stored' });
    await pin('b', { x: 'stored' });
  });

  it('of the draft takes the stored pins if it asks for them, and those of its body first', async () => {
    expect(await carriedBy({})).toBeNull();
    const [a, b] = [{ x: 'stored' }, { x: 'stored' }];
    expect(await carriedBy({ usePins: true })).toEqual({ a, b });
    expect(await carriedBy({ usePins: true, pinned: { a: 7 } })).toEqual({ a: 7, b });
  });

  it('takes the value of a pin as JSON reads it', async () => {
    await pin('a', { n: 2 ** 53, e: null });
    expect(await carriedBy({ usePins: true })).toMatchObject({ a: { n: 2 ** 53, e: null } });
  });

  it('takes no pin of a block that was removed', async () => {
    await save(definition.blocks.slice(0, 2), definition.edges.slice(0, 1));
    expect(await carriedBy({ usePins: true })).toEqual({ a: { x: 'stored' } });
  });

  it('to a block, or of one alone, runs that block although it is pinned', async () => {
    const a = { x: 'stored' };
    expect(await carriedBy({ usePins: true, toBlockId: 'b' })).toEqual({ a });
    expect(await carriedBy({ usePins: true, onlyBlockId: 'b' })).toEqual({ a });
  });

  it('of the deployed version never takes one', async () => {
    await api.call('POST', `workflows/${id}/deploy`);
    expect(await carriedBy({ usePins: true }, {})).toBeNull();
    expect(await carriedBy({ usePins: true }, { 'x-draft': 'false' })).toBeNull();
  });

  it('is refused for a pin that the draft can not take any more', async () => {
    const body = { output: { port: 'yes' } };
    expect((await api.call('PUT', `workflows/${id}/pins/which`, { body })).status).toBe(200);
    const changed = block('which', 'condition', {
      conditions: [{ port: 'other', expression: '1 == 1' }],
    });
    await save([...definition.blocks.slice(0, 5), changed], definition.edges);
    const { status, body: refused } = await api.call('POST', `workflows/${id}/execute`, {
      body: { usePins: true },
      headers: { 'x-draft': 'true' },
    });
    expect([status, refused.code]).toEqual([422, 'INVALID_REQUEST']);
    expect(refused.error).toContain('pinned.which');
  });

  it('again from a block takes the pins with the draft, but for that block', async () => {
    await api.call('POST', `workflows/${id}/deploy`);
    const executionId = randomUUID();
    await insertLogRow(api, { ...api.tenant, workflowId: id }, { executionId });
    const rerun = async (body: object): Promise<unknown> => {
      const path = `executions/${executionId}/rerun`;
      const answer = await api.call<'rerunExecution'>('POST', path, { body });
      expect([answer.status, answer.body]).toEqual([202, expect.anything()]);
      return carriedOf(await requested(answer.body.data.executionId));
    };
    await api.pool.query(
      `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at, ports, output)
       values ($1, 'a', '', 'a', 'variables', 'success', 2, now(), now(), '{out}', '{"x":"recorded"}')`,
      [executionId],
    );
    expect(await rerun({ useDraft: true, fromBlockId: 'b' })).toEqual({ a: { x: 'recorded' } });
    expect(await rerun({ useDraft: true, fromBlockId: 'b', usePins: true })).toEqual({
      a: { x: 'stored' },
    });
    const refused = await api.call('POST', `executions/${executionId}/rerun`, {
      body: { usePins: true },
    });
    expect([refused.status, refused.body.details[0]?.field]).toEqual([422, 'usePins']);
  });
});
