/** The live stream of a workspace, fed by the ledger's tail. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../test/support/eventually.js';
import {
  claimRecord,
  executionStarted,
  identity,
  ledgerRecord,
} from '../../../../test/support/ledger-fixtures.js';
import { LiveTailReader } from '../live-tail/live-tail.reader.js';
import { openTestApi } from '../testing/open-test-api.js';

const api = openTestApi({ listens: true });
const open: AbortController[] = [];
beforeAll(async () => {
  const tail = api.app.get(LiveTailReader, { strict: false });
  await eventually('the tail is read', () => tail.isLive() || null);
});
afterEach(() => {
  for (const one of open.splice(0)) one.abort();
});

interface Stream {
  readonly status: number;
  text(): string;
  isOver(): boolean;
}

async function follow(workspaceId: string, given: Record<string, string>): Promise<Stream> {
  const closing = new AbortController();
  open.push(closing);
  const url = `${api.url}/api/v1/stream?workspaceId=${workspaceId}`;
  const response = await fetch(url, { headers: given, signal: closing.signal });
  let [text, over] = ['', false];
  const read = async (): Promise<void> => {
    for await (const piece of response.body ?? []) text += Buffer.from(piece).toString();
    over = true;
  };
  read().catch(() => (over = true));
  return { status: response.status, text: () => text, isOver: () => over };
}

async function begin(workspaceId: string, workflowId: string = randomUUID()): Promise<string> {
  const executionId = randomUUID();
  const started = executionStarted(identity(executionId, workspaceId), { sequence: 1 });
  const appender = api.eventLog.appender();
  const { offset } = await appender.append(claimRecord(0, randomUUID()));
  const data = { ...started, workspaceId, workflowId };
  await appender.append(ledgerRecord(0, offset, 'ExecutionStarted', data));
  await appender.close();
  return executionId;
}

describe('the stream of a workspace', () => {
  it('tells of its executions only, once each', async () => {
    const { workspaceId, apiKey } = api.tenant;
    const stream = await follow(workspaceId, { 'x-api-key': apiKey });
    const other = await begin(api.stranger.workspaceId);
    const own = await begin(workspaceId);
    await eventually('it is told', () => stream.text().includes(own) || null);
    expect(stream.text()).toMatch(/^:\n\nevent: execution.changed\ndata: {"changes":\[{"id"/);
    expect(stream.text()).not.toContain(other);
    expect(stream.text().split(own)).toHaveLength(2);
  });

  it('is refused for another workspace', async () => {
    const { apiKey } = api.tenant;
    expect(await follow(api.stranger.workspaceId, { 'x-api-key': apiKey })).toMatchObject({
      status: 404,
    });
  });

  it('tells a reader that comes back to read everything again', async () => {
    const { workspaceId, apiKey } = api.tenant;
    const stream = await follow(workspaceId, { 'x-api-key': apiKey, 'last-event-id': '7' });
    await eventually('it is told', () => stream.text().includes('event: resync') || null);
  });

  it('tells a key that is limited to workflows of these only', async () => {
    const { workspaceId } = api.tenant;
    const workflowId = await api.deploy({
      blocks: [{ id: 'start', type: 'manual', name: 'Start', config: {} }],
      edges: [],
    });
    const { body } = await api.call<'createApiKey'>('POST', 'api-keys', {
      body: { name: 'limited', userId: null, workflowIds: [workflowId] },
    });
    const stream = await follow(workspaceId, { 'x-api-key': body.data.key ?? '' });
    const other = await begin(workspaceId);
    const own = await begin(workspaceId, workflowId);
    await eventually('it is told', () => stream.text().includes(own) || null);
    expect(stream.text()).not.toContain(other);
  });

  it('ends with its session, and says so', async () => {
    const { workspaceId, apiKey } = api.tenant;
    const made = await api.request<'createSession'>('POST', '/api/v1/sessions', {
      body: { apiKey },
    });
    const cookie = String(made.headers['set-cookie']).split(';')[0] ?? '';
    const accept = 'text/event-stream';
    const stream = await follow(workspaceId, { cookie, accept });
    expect(stream.status).toBe(200);
    await api.request('DELETE', `/api/v1/sessions/${made.body.data.id}`, { key: apiKey });
    await eventually('it ended', () => stream.isOver() || null);
    expect(stream.text()).toContain('event: session.ended\ndata: {"code":"SESSION_ENDED"');
  });
});
