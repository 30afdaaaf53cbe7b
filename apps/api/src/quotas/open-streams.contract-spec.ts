import { beforeAll, describe, expect, it } from '@jest/globals';
import { topics } from '@libs/contracts';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { eventually } from '../../../../test/support/eventually.js';
import { insertLogRow } from '../testing/log-rows.js';
import { openLogWorkspace } from '../testing/log-workspace.js';

const limit = 2;
const api = openLogWorkspace({ listens: true, tenant: { plan: 'team' } });
let running: string;

beforeAll(async () => {
  const sql = 'update account set limits = $2 where id = $1';
  await api.pool.query(sql, [api.tenant.accountId, { openStreams: limit }]);
  running = randomUUID();
  const row = { executionId: running, status: 'running' };
  await insertLogRow(api, { ...api.tenant, workflowId: api.workflowId }, row);
  // The key's limits are cached for a second.
  await eventually('the limit is known', async () => {
    const open = await Promise.all([follow(), follow(), follow()]);
    for (const stream of open) stream.destroy();
    return open.some(({ statusCode }) => statusCode === 429) || null;
  });
});

const send = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const key = { 'x-api-key': api.tenant.apiKey, 'content-type': 'application/json' };
    const url = `${api.url}/api/v1/${path}`;
    const request = httpRequest(url, { method, headers: { ...key, ...headers } }, resolve);
    request.on('error', reject);
    request.end(method === 'POST' ? '{}' : undefined);
  });

const follow = (): Promise<IncomingMessage> => send('GET', `executions/${running}/events`);

async function bodyOf(answer: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return JSON.parse(text);
}

/** Opens as many streams as the account may have. */
async function useUp(): Promise<IncomingMessage[]> {
  const open: IncomingMessage[] = [];
  while (open.length < limit) {
    const stream = await follow();
    if (stream.statusCode === 200) open.push(stream);
    else stream.destroy();
  }
  return open;
}

describe('an account with as many open streams as its plan allows', () => {
  it('gets 429 with Retry-After for one more until one ends', async () => {
    const [one, other] = await useUp();
    const refused = await follow();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
    expect(await bodyOf(refused)).toEqual({
      error: expect.stringContaining('ask the operator to raise the quota "openStreams"'),
      code: 'QUOTA_EXCEEDED',
      details: [{ quota: 'openStreams', limit }],
      requestId: expect.any(String),
    });
    one?.destroy();
    const next = await eventually('there is room', async () => {
      const stream = await follow();
      return stream.statusCode === 200 ? stream : null;
    });
    next.destroy();
    other?.destroy();
  });

  it('cannot tail, export or stream a run either, and the run does not begin', async () => {
    const open = await useUp();
    const query = `workspaceId=${api.tenant.workspaceId}`;
    const requested = async (): Promise<number> =>
      [...(await api.eventLog.admin.endOffsets(topics.requests)).values()].reduce((a, b) => a + b);
    const before = await requested();
    const answers = [
      await send('GET', `logs/tail?${query}&wait=20`),
      await send('GET', `logs/export?${query}`),
      await send('POST', `workflows/${api.workflowId}/execute`, { accept: 'text/event-stream' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429]);
    expect(await requested()).toBe(before);
    // A tail that does not wait is no stream.
    expect((await send('GET', `logs/tail?${query}`)).statusCode).toBe(200);
    for (const stream of [...open, ...answers]) stream.destroy();
  });
});
