/** Runs of drafts as the api requests them; test/drafts.e2e-spec.ts runs them. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodeRecord, topics, type ExecutionRequested } from '@libs/contracts';
import type { CarriedResult } from '@libs/execution';
import { loadWorkflowVersion } from '@libs/persistence';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, Refusal } from '../testing/test-api.js';

const api = openTestApi();

const block = (id: string, type: string, config: object = {}) => ({ id, type, name: id, config });
const definition = {
  blocks: [
    block('start', 'manual'),
    block('a', 'variables', { values: { x: 1 } }),
    block('b', 'variables', { values: { y: '<a.x>' } }),
    block('c', 'variables', { values: { z: '<b.y>' } }),
  ],
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ],
  concurrency: { limit: 1 },
};

let workflowId: string;
beforeAll(async () => {
  const { body } = await api.call<'createWorkflow'>('POST', 'workflows', {
    body: { name: 'Draft', definition },
  });
  workflowId = body.data.id;
});

const run = <Of = Refusal>(
  body: object,
  headers: Readonly<Record<string, string>> = {},
  id = workflowId,
): Promise<Answer<Of>> =>
  api.call('POST', `workflows/${id}/execute`, {
    body,
    headers: { 'x-draft': 'true', 'x-execution-mode': 'async', ...headers },
  });

async function requested(executionId: string): Promise<ExecutionRequested> {
  const found: ExecutionRequested[] = [];
  for (const [partition, end] of await api.eventLog.admin.endOffsets(topics.requests))
    await api.eventLog.readRange({ topic: topics.requests, partition }, 0, end, (records) => {
      for (const { key, value } of records) {
        const record = key === executionId ? decodeRecord(value) : null;
        if (record?.type === 'ExecutionRequested') found.push(record.data);
      }
    });
  const [only] = found;
  if (only === undefined) throw new Error('not requested');
  return only;
}

async function ran(body: object, headers = {}): Promise<ExecutionRequested> {
  const answer = await run<'executeWorkflow'>(body, headers);
  expect(answer.status).toBe(202);
  return requested(answer.body.data.executionId);
}

/** @returns the id of a workflow whose draft has problems */
async function brokenDraft(blocks: readonly object[], edges: readonly object[]): Promise<string> {
  const { status, body } = await api.call<'createWorkflow'>(
    'POST',
    'workflows?allowProblems=true',
    { body: { name: 'Broken', definition: { blocks, edges } } },
  );
  expect(status).toBe(201);
  return body.data.id;
}

describe('a run of the draft', () => {
  it('runs a workflow that was never deployed, as a manual run without webhooks', async () => {
    const request = await ran({ input: { order: 7 } });
    expect(request).toMatchObject({
      ...{ workflowId, deploymentVersion: -1, trigger: 'manual', quiet: true, carried: null },
      input: '{"order":7}',
    });
    const { body } = await api.call<'listWorkflowVersions'>(
      'GET',
      `workflows/${workflowId}/versions`,
    );
    expect(body.data).toEqual([]);
  });

  it('has the definition without its concurrency limit, once for the same content', async () => {
    const { deploymentVersion, definitionHash } = await ran({});
    expect((await ran({})).deploymentVersion).toBe(deploymentVersion);
    const stored = await loadWorkflowVersion(api.pool, workflowId, deploymentVersion);
    expect(stored?.contentHash).toBe(definitionHash);
    const { concurrency: _, ...kept } = definition;
    expect(stored?.definition).toEqual({ ...kept, variables: {} });
  });

  it('sends webhooks when it is asked to', async () => {
    expect((await ran({ webhooks: true })).quiet).toBe(false);
  });

  it('takes pinned outputs over and runs only what leads to a block', async () => {
    const { carried, deploymentVersion } = await ran({ pinned: { a: { x: 5 } }, toBlockId: 'b' });
    const expected: CarriedResult[] = [
      { blockId: 'a', iteration: '', ports: ['out'], output: '{"x":5}' },
    ];
    expect(JSON.parse(carried ?? '')).toEqual(expected);
    const stored = await loadWorkflowVersion(api.pool, workflowId, deploymentVersion);
    expect(stored?.definition.edges).toEqual([
      { from: 'start', to: 'a' },
      { from: 'a', to: 'b' },
    ]);
  });

  it('is the same run when its idempotency key repeats, and another than that of the deployed version', async () => {
    const key = { 'idempotency-key': 'k' };
    const first = await run<'executeWorkflow'>({}, key);
    const again = await run<'executeWorkflow'>({}, key);
    expect(again.body.data.executionId).toBe(first.body.data.executionId);
    expect((await run({ onlyBlockId: 'a' }, key)).body.code).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('is refused with the problems of the blocks that it reaches, and runs without them', async () => {
    const broken = block('b', 'api', { method: 'GETT' });
    const id = await brokenDraft(
      [...definition.blocks.slice(0, 2), broken],
      definition.edges.slice(0, 2),
    );
    const refused = await run({}, {}, id);
    expect([refused.status, refused.body.code]).toEqual([422, 'INVALID_WORKFLOW']);
    expect(refused.body.error).toContain('block "b"');
    expect(
      new Set(refused.body.details.map((one) => (one as { blockId?: string }).blockId)),
    ).toEqual(new Set(['b']));
    expect((await run({ toBlockId: 'a' }, {}, id)).status).toBe(202);
    expect((await run({ pinned: { b: { data: 1 } } }, {}, id)).status).toBe(202);
  });

  it('is refused without a trigger', async () => {
    const refused = await run({}, {}, await brokenDraft(definition.blocks.slice(1, 2), []));
    expect([refused.status, refused.body.code]).toEqual([422, 'INVALID_WORKFLOW']);
  });

  it.each([
    [{ toBlockId: 'nobody' }, 'toBlockId'],
    [{ pinned: { nobody: 1 } }, 'pinned.nobody'],
    [{ order: 7 }, 'order'],
    [{ webhooks: 'yes' }, 'webhooks'],
  ])('names the wrong field of %j', async (body, field) => {
    const refused = await run(body);
    expect([refused.status, refused.body.details[0]?.field]).toEqual([422, field]);
  });

  it('refuses another trigger, another value of the header, and pinned outputs that are too large', async () => {
    const asked = await run({}, { 'x-trigger-type': 'api' });
    expect([asked.status, asked.body.code]).toEqual([400, 'INVALID_PARAMETER']);
    expect((await run({}, { 'x-draft': 'yes' })).body.code).toBe('INVALID_PARAMETER');
    const large = await run({ pinned: { a: '"'.repeat(4_900_000) } });
    expect([large.status, large.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('is not found by another tenant', async () => {
    const refused = await api.call('POST', `workflows/${workflowId}/execute`, {
      key: api.stranger.apiKey,
      headers: { 'x-draft': 'true' },
      body: {},
    });
    expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('runs the sound part of a draft that holds parts of another tool', async () => {
    const [start, a] = definition.blocks;
    const odd = { ...block('odd', 'teleport'), position: { x: 1, y: 2 } };
    const edges = [{ from: 'start', to: 'a' }, { source: 'a', target: 'odd' }, {}];
    const id = await brokenDraft([start!, a!, odd], edges);
    expect((await run<'executeWorkflow'>({ toBlockId: 'a' }, {}, id)).status).toBe(202);
    const whole = await run({}, {}, id);
    expect(whole.status).toBe(422);
    expect(whole.body.error).toContain('odd');
  });
});
