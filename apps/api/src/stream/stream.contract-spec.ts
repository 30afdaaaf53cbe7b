/** The live stream of a workspace, fed by what projectors write. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../test/support/eventually.js';
import { logIdOf, recordOf, type WorkspaceChange, workspaceChange } from '@libs/contracts';
import { openTestApi } from '../testing/open-test-api.js';
import { PageFeed } from './page-feed.js';

const api = openTestApi({ listens: true });
const open: AbortController[] = [];
beforeAll(async () => {
  const feed = api.app.get(PageFeed, { strict: false });
  await eventually('the feed is read', () => feed.isLive() || null);
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

/** As a projector writes it; null: changes of any workspace may be lost. */
async function write(workspaceId: string | null, changes: readonly WorkspaceChange[]) {
  const appender = api.eventLog.appender();
  await appender.append(recordOf('WorkspaceChanged', { workspaceId, changes, occurredAt: 1 }));
  await appender.close();
}

async function change(
  workspaceId: string,
  { topic = 'executions', workflowId = randomUUID() }: Partial<WorkspaceChange> = {},
): Promise<string> {
  const id = randomUUID();
  await write(workspaceId, [
    workspaceChange({ topic, id, workflowId, status: 'running', startedAt: 0 }),
  ]);
  return id;
}

const lastIdIn = (text: string): string => /.*^id: (\d+)$/ms.exec(text)?.[1] ?? 'none';

describe('the stream of a workspace', () => {
  it('tells of its executions only, once each', async () => {
    const { workspaceId, apiKey } = api.tenant;
    const stream = await follow(workspaceId, { 'x-api-key': apiKey });
    const other = await change(api.stranger.workspaceId);
    const own = await change(workspaceId);
    await eventually('it is told', () => stream.text().includes(own) || null);
    expect(stream.text()).toContain(
      `event: execution.changed\ndata: {"changes":[{"id":"${own}","logId":"${logIdOf(own)}","workflowId":`,
    );
    expect(stream.text()).not.toContain(other);
    expect(stream.text().split(own)).toHaveLength(2);
  });

  it('is refused for another workspace', async () => {
    const { apiKey } = api.tenant;
    expect(await follow(api.stranger.workspaceId, { 'x-api-key': apiKey })).toMatchObject({
      status: 404,
    });
  });

  it('tells a reader that comes back what it missed, in its workspace', async () => {
    const { workspaceId, apiKey } = api.tenant;
    const first = await follow(workspaceId, { 'x-api-key': apiKey });
    await eventually('it has a position', () => lastIdIn(first.text()) !== 'none' || null);
    const early = await change(workspaceId);
    await eventually('it is told', () => first.text().includes(early) || null);
    open.pop()?.abort();
    const id = lastIdIn(first.text());
    const [missed, other] = [await change(workspaceId), await change(api.stranger.workspaceId)];
    const again = await follow(workspaceId, { 'x-api-key': apiKey, 'last-event-id': id });
    await eventually('it is told', () => again.text().includes(missed) || null);
    expect(again.text()).not.toContain(early);
    expect(again.text()).not.toContain(other);
    expect(again.text()).not.toContain('resync');
  });

  it.each(['999999999', 'x', '-1', '0'.repeat(400)])(
    'tells a reader with the unknown position %s to read everything again',
    async (id) => {
      const { workspaceId, apiKey } = api.tenant;
      const stream = await follow(workspaceId, { 'x-api-key': apiKey, 'last-event-id': id });
      await eventually('it is told', () => stream.text().includes('event: resync') || null);
    },
  );

  it('tells every reader of a gap, and one that was away while it happened', async () => {
    const { workspaceId, apiKey } = api.tenant;
    const stream = await follow(workspaceId, { 'x-api-key': apiKey });
    await eventually('it has a position', () => lastIdIn(stream.text()) !== 'none' || null);
    const id = lastIdIn(stream.text());
    await write(null, []);
    await eventually('it is told', () => stream.text().includes('event: resync') || null);
    const again = await follow(workspaceId, { 'x-api-key': apiKey, 'last-event-id': id });
    await eventually('it is told', () => again.text().includes('event: resync') || null);
  });

  it('tells of the topics that were asked for', async () => {
    const { workspaceId, apiKey } = api.tenant;
    const stream = await follow(`${workspaceId}&topics=approvals,workflows,notifications`, {
      'x-api-key': apiKey,
    });
    const topicIds = [];
    for (const topic of ['executions', 'deliveries', 'approvals', 'workflows', 'notifications'])
      topicIds.push(await change(workspaceId, { topic }));
    const [execution = '', delivery = '', approval = '', workflow = '', noticed = ''] = topicIds;
    for (const id of [workflow, noticed])
      await eventually('it is told', () => stream.text().includes(id) || null);
    expect(stream.text()).toContain(
      `event: notification.changed\ndata: {"changes":[{"executionId":"${noticed}"`,
    );
    expect(stream.text()).toContain(
      `event: approval.changed\ndata: {"changes":[{"executionId":"${approval}"`,
    );
    for (const id of [execution, delivery]) expect(stream.text()).not.toContain(id);
    const refused = await follow(`${workspaceId}&topics=secrets`, { 'x-api-key': apiKey });
    expect(refused.status).toBe(400);
  });

  it('tells who looks at a workflow, without a position', async () => {
    const { workspaceId, apiKey } = api.tenant;
    const workflowId = await api.deploy({
      blocks: [{ id: 'start', type: 'manual', name: 'Start', config: {} }],
      edges: [],
    });
    const stream = await follow(workspaceId, { 'x-api-key': apiKey });
    const path = `workflows/${workflowId}/presence`;
    expect((await api.call('POST', path, { body: {} })).status).toBe(204);
    await eventually('it is told', () => stream.text().includes('event: presence') || null);
    expect(stream.text()).toMatch(
      new RegExp(
        `(?<!id: \\d+\\n)event: presence\\ndata: {"people":\\[{"workflowId":"${workflowId}"`,
      ),
    );
    const { key } = { key: api.stranger.apiKey };
    expect((await api.call('POST', path, { body: {}, key })).status).toBe(404);
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
    const other = await change(workspaceId);
    const own = await change(workspaceId, { workflowId });
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
