/**
 * `wait`: continues after a duration or at a time, at most 30 days away. The time is fixed when the
 * block begins, so a crash does not move it. A time in the past does not wait.
 */
import { templateText } from '@libs/workflow';
import { z } from 'zod';
import { type BlockOutcome, type BlockWait, defineBlock, failed, succeeded } from '../block.js';
import { onError } from '../on-error.js';

const longestWaitMs = 30 * 24 * 3_600_000;

const config = z
  .strictObject({
    durationMs: z
      .union([z.int().min(0).max(longestWaitMs), z.string().min(1)])
      .optional()
      .describe('Milliseconds, or a reference to such a number'),
    until: z
      .string()
      .min(1)
      .optional()
      .describe('An ISO 8601 time with its zone, or a reference to one'),
    onError,
  })
  .refine(
    ({ durationMs, until }) => (durationMs === undefined) !== (until === undefined),
    'needs durationMs or until, and not both',
  );

const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** When the wait ends, or why that is unknown. */
function dueOf(value: unknown, isDuration: boolean, startedAt: number): number | string {
  if (isDuration) {
    const durationMs =
      typeof value === 'number' ? value : Number(templateText(value) || Number.NaN);
    return durationMs >= 0 ? startedAt + durationMs : 'durationMs is not a number of milliseconds';
  }
  const text = templateText(value);
  return iso.test(text) ? Date.parse(text) : 'until is not an ISO 8601 time with its zone';
}

const resumed = (at: number): BlockOutcome =>
  succeeded(null, { resumedAt: new Date(at).toISOString() }, ['out']);

export const waitBlock = defineBlock({
  type: 'wait',
  role: 'waiting',
  config,
  outputs: { resumedAt: 'time of its end, ISO 8601' },
  compile: ({ durationMs, until }, compiler) => {
    const isDuration = durationMs !== undefined;
    const value = compiler.value(durationMs ?? until, isDuration ? '.durationMs' : '.until');
    return {
      role: 'waiting',
      begin: (scope, startedAt): BlockWait | BlockOutcome => {
        const dueAt = dueOf(value(scope), isDuration, startedAt);
        if (typeof dueAt === 'string')
          return failed(null, { code: 'INVALID_WAIT', message: dueAt });
        const input = { until: new Date(dueAt).toISOString() };
        if (dueAt - startedAt > longestWaitMs)
          return failed(input, { code: 'WAIT_TOO_LONG', message: 'A wait lasts 30 days at most' });
        return dueAt <= startedAt
          ? { ...resumed(startedAt), input }
          : { kind: 'timer', dueAt, input };
      },
      wake: ({ at }) => resumed(at),
    };
  },
});
