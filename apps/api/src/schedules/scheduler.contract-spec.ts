import { describe, expect, it } from '@jest/globals';
import { Metrics } from '@libs/platform';
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
  const [targets, metrics] = [new ExecutionTargets(api.database), new Metrics()];
  const part = new Scheduler(api.database, api.logger, targets, starter, metrics);
  return { keys, part, metrics };
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

  it('skips the fires of a suspended account, and fires again after it is resumed', async () => {
    const id = await deploy({ everySeconds: 3600 });
    const { accountId } = api.tenant;
    const suspend = (at: Date | null) =>
      api.pool.query('update account set suspended_at = $2 where id = $1', [accountId, at]);
    const due = (Math.floor(Date.now() / hourMs) + 1) * hourMs;
    await suspend(new Date());
    const during = scheduler(id);
    for (const hour of [0, 1, 2]) await during.part.fireDue(due + hour * hourMs);
    await suspend(null);
    const after = scheduler(id);
    await after.part.fireDue(due + 2.5 * hourMs);
    await after.part.fireDue(due + 3 * hourMs);
    expect([...during.keys, ...after.keys]).toEqual([new Date(due + 3 * hourMs).toISOString()]);
    expect(await during.metrics.registry.metrics()).toMatch(
      /^flowledger_schedule_fires_skipped_total [1-9]/m,
    );
  });

  it('skips the fires of a paused workflow, and fires again after it is resumed', async () => {
    const id = await deploy({ everySeconds: 3600 });
    const due = (Math.floor(Date.now() / hourMs) + 1) * hourMs;
    await api.call('POST', `workflows/${id}/pause`);
    const during = scheduler(id);
    for (const hour of [0, 1]) await during.part.fireDue(due + hour * hourMs);
    await api.call('POST', `workflows/${id}/resume`);
    const after = scheduler(id);
    await after.part.fireDue(due + 1.5 * hourMs);
    await after.part.fireDue(due + 2 * hourMs);
    expect([...during.keys, ...after.keys]).toEqual([new Date(due + 2 * hourMs).toISOString()]);
  });

  it('does not fire the schedule of a deleted workflow', async () => {
    const id = await deploy({ cron: '0 * * * *', timezone: 'Europe/Berlin' });
    const { keys, part } = scheduler(id);
    await api.call('DELETE', `workflows/${id}`);
    await part.fireDue(Date.now() + 2 * hourMs);
    expect(keys).toEqual([]);
  });
});
