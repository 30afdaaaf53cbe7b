/** Reruns as the api requests them; test/requests.e2e-spec.ts runs them. */
import { describe, expect, it } from '@jest/globals';
import { decodeRecord, topics, type ExecutionRequested } from '@libs/contracts';
import { partitionFor } from '@libs/event-log';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimRecord } from '../../../../test/support/ledger-fixtures.js';
import { insertLogRow, type LogRowToInsert } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, Refusal } from '../testing/test-api.js';

const api = openTestApi();

const block = (id: string, type: string, config: object = {}) => ({ id, type, name: id, config });
const values = (id: string) => block(id, 'variables', { values: { x: 1 } });
const chainOf = (trigger: object, ...ids: string[]) => ({
  blocks: [trigger, ...ids.map(values)],
  edges: ids.map((to, index) => ({ from: index === 0 ? 'hook' : ids[index - 1], to })),
});
const longer = chainOf(block('hook', 'manual'), 'a', 'b', 'c');
const webhook = block('hook', 'webhook', { path: 'rerun' });

async function executionOf(
  over: Partial<LogRowToInsert> = {},
  definition: object = chainOf(block('hook', 'manual'), 'a', 'b'),
) {
  const workflowId = await api.deploy(definition);
  const executionId = randomUUID();
  await insertLogRow(api, { ...api.tenant, workflowId }, { ...over, executionId });
  return { workflowId, executionId };
}

const rerun = <Of = Refusal>(executionId: string, body: object = {}): Promise<Answer<Of>> =>
  api.call('POST', `executions/${executionId}/rerun`, { body });

async function requested(executionId: string): Promise<ExecutionRequested> {
  const ends = await api.eventLog.admin.endOffsets(topics.requests);
  const partition = partitionFor(executionId, ends.size);
  const found: ExecutionRequested[] = [];
  const place = { topic: topics.requests, partition };
  await api.eventLog.readRange(place, 0, ends.get(partition) ?? 0, (records) => {
    for (const { key, value } of records) {
      const record = key === executionId ? decodeRecord(value) : null;
      if (record?.type === 'ExecutionRequested') found.push(record.data);
    }
  });
  const [only] = found;
  if (only === undefined) throw new Error('not requested');
  return only;
}

async function rerunOf(executionId: string, body: object = {}): Promise<ExecutionRequested> {
  const answer = await rerun<'rerunExecution'>(executionId, body);
  expect([answer.status, answer.body]).toEqual([202, expect.anything()]);
  return requested(answer.body.data.executionId);
}

const record = (executionId: string, blockId: string, x: number): Promise<unknown> =>
  api.pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at, ports, output)
     values ($1, $2, '', $2, 'variables', 'success', 2, now(), now(), '{out}', $3)`,
    [executionId, blockId, { x }],
  );

describe('a rerun', () => {
  it('runs the version and the input of the execution, and announces its end', async () => {
    const { executionId } = await executionOf();
    expect(await rerunOf(executionId)).toMatchObject({
      ...{ rerunOf: executionId, deploymentVersion: 1, quiet: false, carried: null },
    });
  });

  it('takes another input', async () => {
    const { executionId } = await executionOf();
    const { input, deploymentVersion } = await rerunOf(executionId, { input: { order: 8 } });
    expect([JSON.parse(input), deploymentVersion]).toEqual([{ order: 8 }, 1]);
  });

  it('takes another body for a webhook, and keeps its headers', async () => {
    const { executionId } = await executionOf({}, chainOf(webhook, 'a'));
    const recorded = JSON.parse((await rerunOf(executionId)).input) as object;
    await api.pool.query(`update execution_detail set input = $2 where execution_id = $1`, [
      executionId,
      { ...recorded, headers: { authorization: { $encrypted: 'YQ==' } }, rawBody: 'x' },
    ]);
    const { input } = await rerunOf(executionId, { input: { order: 8 } });
    expect(JSON.parse(input)).toMatchObject({
      headers: { authorization: { $encrypted: 'YQ==' } },
      body: { order: 8 },
    });
    expect(JSON.parse(input)).not.toHaveProperty('rawBody');
  });

  it('runs the draft, quietly unless it is asked for webhooks', async () => {
    const { executionId } = await executionOf();
    const draft = await rerunOf(executionId, { useDraft: true });
    expect(draft).toMatchObject({ deploymentVersion: -1, quiet: true, rerunOf: executionId });
    expect((await rerunOf(executionId, { useDraft: true, webhooks: true })).quiet).toBe(false);
  });

  it('runs the draft from a block with the results of the execution', async () => {
    const { executionId, workflowId } = await executionOf();
    await record(executionId, 'a', 5);
    const definition = chainOf(block('hook', 'manual'), 'a', 'new', 'b');
    const body = { name: 'w', definition };
    expect((await api.call('PUT', `workflows/${workflowId}`, { body })).status).toBe(200);
    const { carried } = await rerunOf(executionId, { useDraft: true, fromBlockId: 'new' });
    expect(JSON.parse(carried ?? '')).toEqual([
      { blockId: 'a', iteration: '', ports: ['out'], output: '{"x": 5}' },
    ]);
    const refused = await rerun(executionId, { useDraft: true, fromBlockId: 'gone' });
    expect([refused.status, refused.body.error]).toEqual([
      422,
      'The draft has no block "gone" at top level',
    ]);
  });

  it('takes over what the execution itself took over from an earlier one', async () => {
    const { executionId, workflowId } = await executionOf({}, longer);
    await record(executionId, 'a', 5);
    await record(executionId, 'b', 6);
    const second = randomUUID();
    await insertLogRow(api, { ...api.tenant, workflowId }, { executionId: second });
    await api.pool.query(`update execution_log set rerun_of = $2 where execution_id = $1`, [
      second,
      executionId,
    ]);
    await record(second, 'b', 7);
    const { carried } = await rerunOf(second, { fromBlockId: 'c' });
    expect(JSON.parse(carried ?? '')).toMatchObject([
      { blockId: 'a', output: '{"x": 5}' },
      { blockId: 'b', output: '{"x": 7}' },
    ]);
  });

  it('runs one block of the draft alone, with the results of the execution', async () => {
    const { executionId } = await executionOf({}, longer);
    await record(executionId, 'a', 5);
    const only = await rerunOf(executionId, { useDraft: true, onlyBlockId: 'b' });
    expect(JSON.parse(only.carried ?? '')).toMatchObject([{ blockId: 'a' }]);
    expect(only.deploymentVersion).toBe(-1);
  });

  it('of a draft run is refused without "useDraft", because its pinned blocks would run', async () => {
    const { executionId } = await executionOf({ deploymentVersion: -1 });
    const refused = await rerun(executionId);
    expect([refused.status, refused.body.code]).toEqual([422, 'INVALID_REQUEST']);
    expect(refused.body.error).toContain('"useDraft": true');
    expect((await rerunOf(executionId, { useDraft: true })).deploymentVersion).toBe(-1);
  });

  it.each([
    [{ input: 1, fromBlockId: 'a' }, 'input'],
    [{ webhooks: true }, 'webhooks'],
    [{ onlyBlockId: 'a' }, 'onlyBlockId'],
    [{ onlyBlockId: 'a', fromBlockId: 'a', useDraft: true }, 'onlyBlockId'],
    [{ draft: true }, 'draft'],
  ])('names the wrong field of %j', async (body, field) => {
    const { executionId } = await executionOf();
    const refused = await rerun(executionId, body);
    expect([refused.status, refused.body.details[0]?.field]).toEqual([422, field]);
  });

  it('right after a synchronous answer waits for the read model', async () => {
    const { executionId } = await executionOf({ status: 'running' });
    const ends = await api.eventLog.admin.endOffsets(topics.events);
    const partition = partitionFor(executionId, ends.size);
    const appender = api.eventLog.appender();
    const { offset } = await appender.append(claimRecord(partition, 'w'));
    await appender.close();
    const answer = rerun(executionId);
    await sleep(300);
    await api.pool.query(
      `update execution_log set status = 'success', ended_at = now() where execution_id = $1`,
      [executionId],
    );
    await api.pool.query(
      `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id)
       values ('executions', $1, $2, $3, 'c')`,
      [topics.events, partition, offset + 1],
    );
    expect((await answer).status).toBe(202);
  });

  it('of a running execution is refused', async () => {
    const { executionId } = await executionOf({ status: 'running' });
    expect((await rerun(executionId)).body.code).toBe('CONFLICT');
  });
});
