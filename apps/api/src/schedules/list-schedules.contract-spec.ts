import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { insertLogRow } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import { validDefinition } from '../testing/test-api.js';

const api = openTestApi();
const scheduled = (config: object): object => ({
  blocks: [
    { id: 'start', type: 'schedule', name: 'Start', config },
    { id: 'out', type: 'response', name: 'Out', config: { status: 200, body: {} } },
  ],
  edges: [{ from: 'start', to: 'out' }],
});
let [daily, often] = ['', ''];

beforeAll(async () => {
  daily = await api.deploy(scheduled({ cron: '30 8 * * *', timezone: 'Europe/Berlin' }));
  often = await api.deploy(scheduled({ everySeconds: 86_400 }));
  await api.deploy(validDefinition('none'));
  await api.deploy(scheduled({ everySeconds: 3_600 }), api.stranger.apiKey);
  const owner = { ...api.tenant, workflowId: daily };
  const row = { executionId: randomUUID(), trigger: 'schedule', startedAt: Date.UTC(2026, 0, 1) };
  await insertLogRow(api, owner, { ...row, status: 'error' });
  await insertLogRow(api, owner, { executionId: randomUUID(), trigger: 'manual' });
  await api.call('POST', `workflows/${often}/pause`);
});

describe('the schedules of a workspace', () => {
  it('are those of its deployed workflows, with the next and the last run', async () => {
    const { status, body } = await api.call<'listSchedules'>('GET', 'schedules');
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      { workflowId: often, everySeconds: 86_400, lastAt: null, lastStatus: null, paused: true },
      {
        ...{ workflowId: daily, name: 'Order intake', cron: '30 8 * * *', paused: false },
        ...{ timezone: 'Europe/Berlin', lastAt: '2026-01-01T00:00:00.000Z', lastStatus: 'error' },
      },
    ]);
    expect(body.data.every(({ nextAt }) => Date.parse(nextAt) > Date.now())).toBe(true);
  });

  it('come once each on pages, and end with the deployment', async () => {
    const first = await api.call<'listSchedules'>('GET', 'schedules?limit=1');
    expect(first.body.data).toMatchObject([{ workflowId: often }]);
    const path = `schedules?limit=1&cursor=${first.body.nextCursor}`;
    const second = await api.call<'listSchedules'>('GET', path);
    expect(second.body).toEqual({ data: [expect.objectContaining({ workflowId: daily })] });
    await api.call('POST', `workflows/${daily}/undeploy`);
    expect((await api.call<'listSchedules'>('GET', 'schedules')).body.data).toHaveLength(1);
    expect((await api.call('GET', 'schedules?limit=101')).status).toBe(400);
  });
});
