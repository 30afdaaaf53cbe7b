import { describe, expect, it } from '@jest/globals';
import { ExecutionTargets } from '../executions/execution-target.js';
import type { StartOptions } from '../executions/execution-starter.js';
import { openTestApi } from '../testing/open-test-api.js';
import { Scheduler } from './scheduler.js';

const hourMs = 3_600_000;
const api = openTestApi();

const deploy = (config: object): Promise<string> =>
  api.deploy({ blocks: [{ id: 'clock', type: 'schedule', name: 'Clock', config }] });

/** A scheduler as in another process; it records starts instead of making them. */
function scheduler(workflowId: string, fail: () => boolean = () => false) {
  const keys: (string | undefined)[] = [];
  const starter = {
    start: (options: StartOptions) => {
      if (options.target.workflowId === workflowId) keys.push(options.idempotency?.key);
      return fail()
        ? Promise.reject(new Error('refused'))
        : Promise.resolve({ executionId: '', ended: null });
    },
  };
  const targets = new ExecutionTargets(api.database);
  return { keys, part: new Scheduler(api.database, api.logger, targets, starter) };
}

describe('Scheduler', () => {
  it('fires a due schedule once across several processes', async () => {
    const id = await deploy({ everySeconds: 3600 });
    const [one, other] = [scheduler(id), scheduler(id)];
    const soon = (Math.floor(Date.now() / hourMs) + 1) * hourMs;
    await one.part.fireDue(soon - 1);
    expect(one.keys).toEqual([]);
    await Promise.all([one.part.fireDue(soon), other.part.fireDue(soon), one.part.fireDue(soon)]);
    expect([...one.keys, ...other.keys]).toEqual([new Date(soon).toISOString()]);
    await other.part.fireDue(soon + hourMs);
    expect(other.keys.at(-1)).toBe(new Date(soon + hourMs).toISOString());
  });

  it('retries a refused start with the same idempotency key', async () => {
    const id = await deploy({ everySeconds: 3600 });
    let refuse = true;
    const { keys, part } = scheduler(id, () => refuse);
    const due = (Math.floor(Date.now() / hourMs) + 1) * hourMs;
    await part.fireDue(due);
    refuse = false;
    await part.fireDue(due);
    expect(keys).toHaveLength(1);
    await part.fireDue(due + 10_000);
    expect(keys).toEqual([new Date(due).toISOString(), new Date(due).toISOString()]);
  });

  it('does not fire the schedule of a deleted workflow', async () => {
    const id = await deploy({ cron: '0 * * * *', timezone: 'Europe/Berlin' });
    const { keys, part } = scheduler(id);
    await api.call('DELETE', `workflows/${id}`);
    await part.fireDue(Date.now() + 2 * hourMs);
    expect(keys).toEqual([]);
  });
});
