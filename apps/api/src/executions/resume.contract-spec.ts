/**
 * The cost of calling an approval's URL, for any caller. Resuming itself is tested in
 * test/parking.e2e-spec.ts.
 */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { resumeTokenOf } from '@libs/security';
import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '../../../../test/support/eventually.js';
import { countedStatements } from '../testing/counted-statements.js';
import { insertLogRow } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, Refusal } from '../testing/test-api.js';
import { createTenant } from '../testing/test-database.js';
import { approvalsSql } from './execution.sql.js';

let statements: string[] = [];
const api = openTestApi({
  watch: (database) => {
    const counted = countedStatements(database);
    statements = counted.statements;
    return counted.database;
  },
});
beforeEach(() => void statements.splice(0));

/** Excludes the periodic statements of background work. */
const asked = (): string[] =>
  statements.filter((text) => /execution_log|block_execution|workflow_version/.test(text));
const wrongToken = (): string => randomBytes(32).toString('base64url');
const lookUps = (): number => statements.filter((text) => text === approvalsSql).length;
const post = <Of = Refusal>(executionId: string, token: string): Promise<Answer<Of>> =>
  api.request('POST', `/api/webhooks/resume/${executionId}/${token}`, { body: { by: 'ann' } });
const tokenOf = (executionId: string, blockId: string, iteration = ''): string =>
  resumeTokenOf([api.masterKey], { executionId, blockId, iteration });

const start = { id: 'start', type: 'manual', name: 'Start', config: {} };
const approve = { id: 'approve', type: 'approval', name: 'Approve', config: {} };
const plain = { blocks: [start], edges: [] };
const atTop = { blocks: [start, approve], edges: [{ from: 'start', to: 'approve' }] };
const inLoop = {
  blocks: [
    start,
    { id: 'loop', type: 'loop', name: 'Loop', config: { type: 'count', count: 2 } },
    approve,
  ],
  edges: [
    { from: 'start', to: 'loop' },
    { from: 'loop', port: 'each', to: 'approve' },
  ],
};

/** @returns the id of an execution inserted into the read model */
async function executionOf(definition: object, status = 'running'): Promise<string> {
  const workflowId = await api.deploy(definition);
  const executionId = randomUUID();
  await insertLogRow(api, { ...api.tenant, workflowId }, { executionId, status });
  statements.splice(0);
  return executionId;
}

const begin = (executionId: string, iteration = ''): Promise<unknown> =>
  api.pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at)
     values ($1, 'approve', $2, 'Approve', 'approval', 'running', 3, now())`,
    [executionId, iteration],
  );

describe('the resume URL of an approval', () => {
  it('answers 404 to a malformed id or token without a query', async () => {
    const id = randomUUID();
    const token = wrongToken();
    for (const [executionId, given] of [
      ['x', token],
      [id.replaceAll('-', ''), token],
      [`{${id}}`, token],
      [id, 'x'],
      [id, `${token}x`],
      [id, encodeURIComponent(`${token.slice(1)}☃`)],
    ] as const)
      expect([given, (await post(executionId, given)).status]).toEqual([given, 404]);
    expect(asked()).toEqual([]);
  });

  it('costs one query when the execution does not exist', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post(randomUUID(), wrongToken())),
    );
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    expect(asked()).toEqual(Array.from({ length: 50 }, () => approvalsSql));
  });

  it.each([
    ['no approval in the workflow', plain, 'running'],
    ['an approval outside loops', atTop, 'running'],
    ['an ended execution with an approval in a loop', inLoop, 'success'],
  ])('answers 404 to a wrong token without polling: %s', async (_, definition, status) => {
    const executionId = await executionOf(definition, status);
    expect((await post(executionId, wrongToken())).status).toBe(404);
    expect(lookUps()).toBe(1);
  });

  it.each([
    ['at top level', atTop, ''],
    ['in a loop', inLoop, 'loop[1]'],
  ])('polls until the approval begins: %s', async (_, definition, iteration) => {
    const executionId = await executionOf(definition);
    const answer = post<'resumeByToken'>(executionId, tokenOf(executionId, 'approve', iteration));
    await eventually('it is waited for', () => lookUps() > 2);
    await begin(executionId, iteration);
    const { status, body } = await answer;
    expect([status, body.data]).toEqual([
      202,
      { executionId, blockId: 'approve', iteration, status: 'resuming' },
    ]);
  });

  it('takes the first of two answers at once and answers 409 to the other', async () => {
    const executionId = await executionOf(atTop);
    await begin(executionId);
    const token = tokenOf(executionId, 'approve');
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(executionId, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
    const late = await post(executionId, token);
    expect([late.status, late.body.code]).toEqual([409, 'ALREADY_RESUMED']);
  });

  it('takes an answer again when the one before it was lost with its process', async () => {
    const executionId = await executionOf(atTop);
    await begin(executionId);
    const token = tokenOf(executionId, 'approve');
    expect((await post(executionId, token)).status).toBe(202);
    await api.pool.query(
      `update approval_answer set appended_at = null, reserved_at = now() - interval '2 minutes'
       where execution_id = $1`,
      [executionId],
    );
    expect((await post(executionId, token)).status).toBe(202);
  });

  it('shares its polling among callers and answers 429 to more than 50', async () => {
    const executionId = await executionOf(inLoop);
    const callers = Array.from({ length: 60 }, () => post(executionId, wrongToken()));
    const refused = await Promise.all(callers.map((caller) => caller.then(({ status }) => status)));
    expect(refused.filter((status) => status === 404)).toHaveLength(50);
    expect(refused.filter((status) => status === 429)).toHaveLength(10);
    // One for each caller, and one per 100 ms of the five-second wait.
    expect(lookUps()).toBeLessThanOrEqual(60 + 50);
  });

  it('answers 409 ALREADY_RESUMED when the approval has ended', async () => {
    const executionId = await executionOf(atTop);
    await begin(executionId);
    const { pool } = api.database;
    await pool.query('update block_execution set ended_at = now() where execution_id = $1', [
      executionId,
    ]);
    const { status, body } = await post(executionId, tokenOf(executionId, 'approve'));
    expect([status, body.code]).toEqual([409, 'ALREADY_RESUMED']);
  });
});

describe('an approval answered with an API key', () => {
  it('is found in its own workspace only and is polled for until it begins', async () => {
    const executionId = await executionOf(atTop);
    const path = `/api/v1/executions/${executionId}/resume`;
    const stranger = await createTenant(api);
    const foreign = await api.request('POST', path, { key: stranger.apiKey, body: {} });
    expect([foreign.status, lookUps()]).toEqual([404, 1]);
    const unknown = { blockId: 'nobody' };
    const none = await api.request('POST', path, { key: api.tenant.apiKey, body: unknown });
    expect([none.status, lookUps()]).toEqual([404, 2]);
    const answer = api.request('POST', path, { key: api.tenant.apiKey, body: {} });
    await eventually('it is waited for', () => lookUps() > 4);
    await begin(executionId);
    expect((await answer).status).toBe(202);
  });
});
