import { beforeAll, describe, expect, it } from '@jest/globals';
import { encryptedField } from '@libs/execution';
import { randomUUID } from 'node:crypto';
import { insertLogRow } from '../testing/log-rows.js';
import { openLogWorkspace } from '../testing/log-workspace.js';
import type { Answer, TestRequest } from '../testing/test-api.js';

const api = openLogWorkspace();
const executionId = randomUUID();
const loops = 10_050;
const long = 'ä'.repeat(300_000);

async function insertBlock(
  blockId: string,
  iteration: string,
  { input = null, output = null }: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await api.pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at,
       input, output, error)
     values ($1, $2, $3, 'Call', 'api', 'success', 2, now(), now() + interval '5 ms', $4, $5, null)`,
    [executionId, blockId, iteration, JSON.stringify(input), JSON.stringify(output)],
  );
}

beforeAll(async () => {
  await insertLogRow(api, { ...api.tenant, workflowId: api.workflowId }, { executionId });
  await insertBlock('call', '', {
    input: { key: { [encryptedField]: 'c2VhbGVk' } },
    output: { text: long },
  });
  await insertBlock('zeta', 'orders[3].lines[0]', { output: 7 });
  await api.pool.query(
    `insert into block_attempt (execution_id, sequence, block_id, iteration, attempt_number, status, error_code, message,
       duration_ms, occurred_at, retry_at)
     values ($1, 1, 'call', '', 1, 503, 'HTTP_STATUS', 'The answer was 503', 8, now(), now())`,
    [executionId],
  );
  await api.pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at)
     select $1, 'loop', 'all[' || n || ']', 'Step', 'function', 'running', 10 + n, now() from generate_series(1, $2::int) n`,
    [executionId, loops],
  );
});

const path = (rest: string): string => `executions/${executionId}/spans${rest}`;
const get = (rest: string, request?: TestRequest) =>
  api.call<'getSpan'>('GET', path(rest), request);

describe('the spans of an execution', () => {
  it('come once each on pages, also above 10,000', async () => {
    const ids: string[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const from: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
      const page: Answer<'listSpans'> = await api.call('GET', path(`?limit=1000${from}`));
      expect(page.status).toBe(200);
      ids.push(...page.body.data.map(({ id }) => id));
      after = page.body.nextCursor;
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(loops + 2);
    expect(ids).toEqual(
      expect.arrayContaining(['call', 'loop:all[77]', 'zeta:orders[3].lines[0]']),
    );
  });

  it('have no payloads, and are cancelled where the execution ended before them', async () => {
    const { body } = await api.call<'listSpans'>('GET', path('?blockId=loop&limit=1'));
    expect(body.data).toMatchObject([{ blockId: 'loop', status: 'cancelled', endedAt: null }]);
    const call = await api.call<'listSpans'>('GET', path('?blockId=call'));
    expect(call.body.data).toMatchObject([{ hasInput: true, hasOutput: true, durationMs: 5 }]);
    expect(JSON.stringify(call.body).length).toBeLessThan(600);
  });

  it('have payloads one by one, with the beginning of a large one and its size', async () => {
    const { status, body } = await get('/call');
    expect(status).toBe(200);
    const { input, output, attempts } = body.data;
    expect(input).toMatchObject({ text: '{"key": "[secret]"}', truncated: false });
    expect(output?.truncated).toBe(true);
    expect(output?.sizeBytes).toBe(600_000 + '{"text": ""}'.length);
    expect(Buffer.byteLength(output?.text ?? '')).toBeLessThanOrEqual(262_144);
    expect(output?.text.startsWith('{"text": "ää')).toBe(true);
    expect(attempts).toMatchObject([{ attemptNumber: 1, status: 503 }]);
    const few = await get('/call?part=output&maxBytes=13');
    expect(few.body.data).toMatchObject({ input: null, output: { text: '{"text": "ä' } });
    const inner = await get(`/${encodeURIComponent('zeta:orders[3].lines[0]')}`);
    expect(inner.body.data.output).toEqual({ text: '7', sizeBytes: 1, truncated: false });
  });

  it('include the trigger, whose output is the input of the execution', async () => {
    const { body } = await get('/hook?part=output');
    expect(body.data).toMatchObject({ blockId: 'hook', type: 'webhook', hasOutput: true });
    expect(body.data.output?.text).toContain('"authorization": "[secret]"');
  });

  it('are downloaded whole, as a file that no browser shows as a page', async () => {
    const { status, body, headers } = await api.call<'downloadSpanPayload'>(
      'GET',
      path('/call/raw'),
    );
    expect([status, body]).toEqual([200, { text: long }]);
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="output.json"',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
    const masked = await api.call('GET', path('/call/raw?part=input'));
    expect(masked.body).toEqual({ key: '[secret]' });
    expect((await api.call('GET', path('/zeta:no/raw'))).status).toBe(404);
  });

  it('are not found by strangers and without the block; wrong parameters are named', async () => {
    const key = api.stranger.apiKey;
    for (const rest of ['', '/call', '/call/raw'])
      expect((await api.call('GET', path(rest), { key })).status).toBe(404);
    for (const rest of ['/other', '/call:x', '/%00'])
      expect([rest, (await get(rest)).status]).toEqual([rest, 404]);
    for (const rest of ['?limit=0', '?limit=1001', '?after=', '/call?part=all', '/call?maxBytes=0'])
      expect([rest, (await get(rest)).status]).toEqual([rest, 400]);
  });
});
