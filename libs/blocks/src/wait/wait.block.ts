/**
 * `wait`: continues after a duration or at a time, at most 30 days away. The time is fixed when the
 * block begins, so a crash does not move it. A time in the past does not wait.
 */
import { templateText } from '@libs/workflow';
import { z } from 'zod';
import {
  type BlockOutcome,
  type BlockWait,
  type ConfigWarning,
  defineBlock,
  failed,
  succeeded,
} from '../block.js';
import { onError } from '../on-error.js';
import { either, ui } from '../hints.js';

const longestWaitMs = 30 * 24 * 3_600_000;

const config = z
  .strictObject({
    durationMs: z
      .union([z.int().min(0).max(longestWaitMs), z.string().min(1)])
      .optional()
      .meta({ title: 'Duration', ...ui('duration') })
      .describe('Milliseconds, or a reference to such a number'),
    until: z
      .string()
      .min(1)
      .optional()
      .describe('An ISO 8601 time with its zone, or a reference to one'),
    onError,
  })
  .superRefine(({ durationMs, until }, context) => {
    if (durationMs !== undefined && until !== undefined) {
      const message = 'stands beside "durationMs", and only one of them can count; remove one';
      context.addIssue({ code: 'custom', path: ['until'], message });
    }
    if (durationMs === undefined && until === undefined) {
      const message = 'is required, or "until" instead: how long to wait, or up to which time';
      context.addIssue({ code: 'custom', path: ['durationMs'], message });
    }
  })
  .meta(
    either(
      { title: 'For a duration', fields: ['durationMs'] },
      { title: 'Until a time', fields: ['until'] },
    ),
  );

const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

const withoutZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;
/** A text with these may be another one when it runs. */
const mayChange = /[<{]/;

function timeWarnings({ durationMs, until }: z.output<typeof config>): readonly ConfigWarning[] {
  const warn = (field: string, message: string): readonly ConfigWarning[] => [
    { code: 'INVALID_TIME', path: [field], message },
  ];
  if (typeof durationMs === 'string' && !mayChange.test(durationMs) && !(Number(durationMs) >= 0))
    return warn('durationMs', 'is no number of milliseconds, so the block will fail');
  if (until === undefined || mayChange.test(until) || iso.test(until)) return [];
  return withoutZone.test(until)
    ? warn('until', `has no zone; write "${until}Z" for UTC, or an offset such as +01:00`)
    : warn('until', 'is no ISO 8601 time with its zone, such as 2027-01-01T00:00:00Z');
}

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
  warnings: timeWarnings,
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
