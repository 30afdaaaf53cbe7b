/** Blocks that begin a wait: its kind, its longest duration, and the outcome of its end. */
import { describe, expect, it } from '@jest/globals';
import type { BlockWait, WaitingBlock, WakeUp } from './block.js';
import { prepareBlock, type BlockRunOptions } from './testing/run-block.js';

const dayMs = 86_400_000;
const startedAt = Date.parse('2026-01-01T00:00:00Z');

function waiting(type: string, config: object, outputs: BlockRunOptions['outputs'] = {}) {
  const { compiled, scope } = prepareBlock(type, config, { outputs });
  const block = compiled as WaitingBlock;
  return {
    begun: block.begin(scope, startedAt),
    wake: (wakeUp: WakeUp) => block.wake(wakeUp),
  };
}
const dueOf = (type: string, config: object, outputs?: BlockRunOptions['outputs']) =>
  (waiting(type, config, outputs).begun as BlockWait).dueAt;

describe('the wait block', () => {
  it('ends after a duration or at a time in any zone', () => {
    expect(dueOf('wait', { durationMs: 5_000 })).toBe(startedAt + 5_000);
    expect(dueOf('wait', { durationMs: '<a.ms>' }, { a: { ms: 7 } })).toBe(startedAt + 7);
    const until = '2026-01-01T02:00:00+01:00';
    expect(dueOf('wait', { until })).toBe(startedAt + 3_600_000);
    const { wake } = waiting('wait', { until });
    expect(wake({ reason: 'timer', at: startedAt }).output).toEqual({
      resumedAt: '2026-01-01T00:00:00.000Z',
    });
  });

  it('lasts at most 30 days, also by reference', () => {
    expect(dueOf('wait', { durationMs: 30 * dayMs })).toBe(startedAt + 30 * dayMs);
    expect(() => waiting('wait', { durationMs: 30 * dayMs + 1 })).toThrow();
    const { begun } = waiting('wait', { until: '<a.at>' }, { a: { at: '2026-02-01T00:00:00Z' } });
    expect(begun).toMatchObject({ error: { code: 'WAIT_TOO_LONG' } });
  });

  it('does not wait for a past time, and fails on an invalid one', () => {
    expect(waiting('wait', { until: '2025-01-01T00:00:00Z' }).begun).toMatchObject({
      error: null,
      ports: ['out'],
    });
    for (const at of ['tomorrow', '2026-01-01', null, -1])
      expect(waiting('wait', { until: '<a.at>' }, { a: { at } }).begun).toMatchObject({
        error: { code: 'INVALID_WAIT' },
      });
  });
});

describe('the approval block', () => {
  it('returns the posted data, and fails when it expires', () => {
    const { begun, wake } = waiting(
      'approval',
      { expiresInMs: 60_000, message: 'Ship <a.b>?' },
      {
        a: { b: 'it' },
      },
    );
    expect(begun).toMatchObject({
      kind: 'approval',
      dueAt: startedAt + 60_000,
      input: { message: 'Ship it?' },
    });
    const data = { approved: true };
    expect(wake({ reason: 'data', at: startedAt, data })).toMatchObject({
      error: null,
      output: { data, resumedAt: '2026-01-01T00:00:00.000Z' },
    });
    expect(wake({ reason: 'timer', at: startedAt + 60_000 })).toMatchObject({
      error: { code: 'APPROVAL_EXPIRED' },
      tolerable: false,
    });
  });

  it('expires after 7 days by default and after 30 at most', () => {
    expect(dueOf('approval', {})).toBe(startedAt + 7 * dayMs);
    expect(() => waiting('approval', { expiresInMs: 30 * dayMs + 1 })).toThrow();
  });
});

describe('the workflow block', () => {
  const workflowId = '01900000-0000-7000-8000-000000000001';

  it('passes its input to the child and returns the output of the child', () => {
    const { begun, wake } = waiting(
      'workflow',
      { workflowId, input: { who: '<a.b>' } },
      { a: { b: 1 } },
    );
    expect(begun).toMatchObject({
      kind: 'child',
      dueAt: null,
      child: { workflowId, input: { who: 1 } },
    });
    const end = { executionId: 'x', status: 'success', output: { n: 2 }, error: null };
    expect(wake({ reason: 'child', at: 0, data: end })).toMatchObject({
      error: null,
      output: { executionId: 'x', status: 'success', output: { n: 2 } },
    });
  });

  it('fails with the error of its child', () => {
    const { wake } = waiting('workflow', { workflowId });
    const error = { code: 'BOOM', message: 'It broke' };
    const end = { executionId: 'x', status: 'error', output: null, error };
    expect(wake({ reason: 'child', at: 0, data: end })).toMatchObject({ error });
  });
});
