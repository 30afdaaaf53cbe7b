import { expect, it } from '@jest/globals';
import { openLogWorkspace } from '../../testing/log-workspace.js';

const api = openLogWorkspace();

it('a tail without new logs answers 200 with no logs and a position to resume from', async () => {
  const begunAt = performance.now();
  const waited = await api.list<'tailLogs'>({ wait: '1' }, 'logs/tail');
  expect(performance.now() - begunAt).toBeGreaterThan(990);
  expect([waited.status, waited.body.data]).toEqual([200, []]);
  const position = waited.body.position;
  expect(position).toMatch(/./);
  const resumed = await api.list<'tailLogs'>({ after: position }, 'logs/tail');
  expect([resumed.status, resumed.body.data]).toEqual([200, []]);
});
