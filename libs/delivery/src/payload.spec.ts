import { describe, expect, it } from '@jest/globals';
import type { WorkflowExecutionCompleted } from '@libs/contracts';
import fc from 'fast-check';
import { matchSubscription } from './match-subscription.js';
import { buildPayload, maxBodyBytes } from './payload.js';

const completed: WorkflowExecutionCompleted = {
  eventId: 'evt_1',
  executionId: 'exec-1',
  workspaceId: 'ws-1',
  accountId: 'acc-1',
  workflowId: 'wf-1',
  workflowName: 'Order "intake"',
  deploymentVersion: 1,
  trigger: 'webhook',
  logId: 'log-1',
  status: 'success',
  level: 'info',
  startedAt: Date.parse('2026-01-02T03:04:05.006Z'),
  endedAt: Date.parse('2026-01-02T03:04:06.000Z'),
  totalDurationMs: 994,
  cost: { total: 0.5, tokens: { prompt: 1, completion: 2, total: 3 }, models: {} },
  files: null,
  finalOutput: '{"big":12345678901234567890}',
  error: null,
  ledgerPartition: 0,
  ledgerOffset: 7,
  draft: false,
  quiet: false,
};
const none = {
  includeFinalOutput: false,
  includeTraceSpans: false,
  includeRateLimits: false,
  includeUsageData: false,
};
const all = {
  includeFinalOutput: true,
  includeTraceSpans: true,
  includeRateLimits: true,
  includeUsageData: true,
};
const window = { limit: 10, remaining: 9, resetAt: '2026-01-02T03:05:00.000Z' };
const extras = {
  traceSpans: '[{"blockId":"call"}]',
  rateLimits: { sync: window, async: window },
  usage: { currentPeriodCost: 1, limit: 10, plan: 'free', isExceeded: false },
};
const parse = (body: Buffer): { data: Record<string, unknown> } =>
  JSON.parse(body.toString()) as { data: Record<string, unknown> };

describe('payload of a webhook event', () => {
  it('says so when a draft ran, and has no such field otherwise', () => {
    const of = (draft: boolean) => parse(buildPayload({ ...completed, draft }, none, extras)).data;
    expect(of(true)['draft']).toBe(true);
    expect(of(false)).not.toHaveProperty('draft');
  });

  it('is exactly the payload of spec 2.5 when nothing is included', () => {
    expect(parse(buildPayload(completed, none, extras))).toEqual({
      id: 'evt_1',
      type: 'workflow.execution.completed',
      timestamp: completed.endedAt,
      data: {
        workflowId: 'wf-1',
        workflowName: 'Order "intake"',
        executionId: 'exec-1',
        status: 'success',
        level: 'info',
        trigger: 'webhook',
        startedAt: '2026-01-02T03:04:05.006Z',
        endedAt: '2026-01-02T03:04:06.000Z',
        totalDurationMs: 994,
        cost: completed.cost,
        files: null,
      },
      links: { log: '/v1/logs/log-1', execution: '/v1/logs/executions/exec-1' },
    });
  });

  it('says why an execution failed', () => {
    const error = {
      code: 'HTTP_STATUS',
      message: 'The answer was 402',
      blockId: 'b',
      blockName: 'Charge',
    };
    const failed = { ...completed, status: 'error', level: 'error', error };
    expect(parse(buildPayload(failed, none, extras)).data['error']).toEqual(error);
    const verbose = { ...failed, error: { ...error, message: '"'.repeat(maxBodyBytes) } };
    expect(buildPayload(verbose, none, extras).length).toBeLessThan(maxBodyBytes);
  });

  it('shows a cancelled execution as such, and by whom or what', () => {
    const error = { code: 'CANCELLED', message: 'By ann', blockId: null, blockName: null };
    const cancelled = { ...completed, status: 'cancelled', error };
    expect(parse(buildPayload(cancelled, none, extras)).data).toMatchObject({
      status: 'cancelled',
      level: 'info',
      error,
    });
  });

  it('includes each part only when its flag is set', () => {
    const parts = {
      includeFinalOutput: 'finalOutput',
      includeTraceSpans: 'traceSpans',
      includeRateLimits: 'rateLimits',
      includeUsageData: 'usage',
    };
    for (const [flag, part] of Object.entries(parts)) {
      const { data } = parse(buildPayload(completed, { ...none, [flag]: true }, extras));
      expect(Object.values(parts).filter((name) => name in data)).toEqual([part]);
    }
  });

  it('keeps every digit of a number in the output', () => {
    expect(buildPayload(completed, all, extras).toString()).toContain(
      '"finalOutput":{"big":12345678901234567890}',
    );
  });

  it('drops spans first, then output, and lists the missing parts', () => {
    const large = JSON.stringify(['x'.repeat(200 * 1024)]);
    const withoutSpans = parse(
      buildPayload({ ...completed, finalOutput: large }, all, { ...extras, traceSpans: large }),
    );
    expect(withoutSpans.data).toMatchObject({ truncated: ['traceSpans'], usage: extras.usage });
    expect(withoutSpans.data).toHaveProperty('finalOutput');
    expect(withoutSpans.data).not.toHaveProperty('traceSpans');
    const larger = JSON.stringify('x'.repeat(maxBodyBytes));
    const { data } = parse(buildPayload({ ...completed, finalOutput: larger }, all, extras));
    expect(data['truncated']).toEqual(['traceSpans', 'finalOutput']);
    expect(data).not.toHaveProperty('finalOutput');
  });

  it('lists unavailable spans as truncated if they were requested', () => {
    const { data } = parse(buildPayload(completed, all, { ...extras, traceSpans: null }));
    expect(data).toMatchObject({
      truncated: ['traceSpans'],
      finalOutput: { big: expect.anything() },
    });
    expect(data).not.toHaveProperty('traceSpans');
    expect(
      parse(buildPayload(completed, none, { ...extras, traceSpans: null })).data,
    ).not.toHaveProperty('truncated');
  });

  it('is deterministic and within the size limit for any output and spans', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.array(fc.jsonValue()),
        fc.string(),
        (finalOutput, spans, workflowName) => {
          const event = { ...completed, finalOutput, workflowName };
          const of = { ...extras, traceSpans: JSON.stringify(spans) };
          const body = buildPayload(event, all, of);
          expect(body.equals(buildPayload(event, all, of))).toBe(true);
          expect(body.length).toBeLessThanOrEqual(maxBodyBytes);
          expect(parse(body).data['workflowName']).toBe(workflowName.toWellFormed());
        },
      ),
    );
  });
});

describe('subscription matching', () => {
  const filter = { levelFilter: ['error'], triggerFilter: ['api', 'webhook'], active: true };

  it('requires both level and trigger', () => {
    expect(matchSubscription(filter, { level: 'error', trigger: 'api', quiet: false })).toBe(
      'pending',
    );
    expect(matchSubscription(filter, { level: 'info', trigger: 'api', quiet: false })).toBeNull();
    expect(matchSubscription(filter, { level: 'error', trigger: 'chat', quiet: false })).toBeNull();
  });

  it('refuses a draft run that asked for no webhooks, also when it is switched off', () => {
    const quiet = { level: 'error', trigger: 'api', quiet: true };
    expect(matchSubscription(filter, quiet)).toBeNull();
    expect(matchSubscription({ ...filter, active: false }, quiet)).toBeNull();
  });

  it('returns suppressed for an inactive subscription', () => {
    expect(
      matchSubscription(
        { ...filter, active: false },
        { level: 'error', trigger: 'api', quiet: false },
      ),
    ).toBe('suppressed');
  });
});
