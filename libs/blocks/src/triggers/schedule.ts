/** `schedule`: its configuration and its due times. Pure. */
import { Cron } from 'croner';
import { z } from 'zod';
import { advanced, either, labels, seconds, ui } from '../hints.js';

const fields = /^\S+(?:\s+\S+){4,5}$/;
/** A fire this late counts as missed: no process was there to start it. */
const graceMs = 60_000;
/**
 * How far a search for the next time goes. Without a bound, a schedule that never comes is searched
 * for in 400 years: 0.6 s of CPU. 29 February on a Monday comes within 40 years, even across 2100.
 */
const horizonYears = 40;

const shape = z.strictObject({
  cron: z
    .string()
    .trim()
    .max(1_000, { abort: true })
    .regex(fields, { error: 'must have five fields, or six with seconds', abort: true })
    .optional()
    .meta(ui('cron'))
    .describe('Five fields, or six with seconds first'),
  timezone: z
    .string()
    .min(1)
    .max(100)
    .default('UTC')
    .meta({ title: 'Time zone', ...ui('timezone') })
    .describe('Time zone of `cron`'),
  everySeconds: z
    .int()
    .min(1)
    .max(366 * 86_400)
    .optional()
    .meta({ title: 'Every', ...seconds })
    .describe('Instead of `cron`: at multiples of this interval since 1970'),
  missed: z
    .enum(['once', 'skip'])
    .default('once')
    .meta({
      title: 'Missed times',
      ...advanced,
      ...labels({ once: 'Run once', skip: 'Skip to the next' }),
    })
    .describe('Those that passed while no api process was running'),
});

export type ScheduleConfig = z.output<typeof shape>;

/** Ms since 1970, strictly after `afterMs`; null when no such time is left. */
export function nextFireMs(
  { cron, timezone, everySeconds }: ScheduleConfig,
  afterMs: number,
): number | null {
  if (everySeconds !== undefined) {
    // A fixed grid gives every process the same times, without drift.
    const stepMs = everySeconds * 1000;
    return (Math.floor(afterMs / stepMs) + 1) * stepMs;
  }
  return (
    withinHorizon(cron ?? '', afterMs, timezone)
      .nextRun(new Date(afterMs))
      ?.getTime() ?? null
  );
}

/** The years stand after the other six fields; a zone may be a year ahead or behind. */
function withinHorizon(cron: string, afterMs: number, timezone: string): Cron {
  const seconds = cron.trim().split(/\s+/).length === 5 ? '0 ' : '';
  const year = new Date(afterMs).getUTCFullYear();
  return new Cron(`${seconds}${cron} ${year - 1}-${year + horizonYears}`, { timezone });
}

/** The next `count` times after `afterMs`, or as many as are left. Yields after each one. */
export function* nextFires(
  config: ScheduleConfig,
  afterMs: number,
  count: number,
): Generator<void, readonly number[], void> {
  const times: number[] = [];
  for (let last: number | null = afterMs; times.length < count; times.push(last)) {
    last = nextFireMs(config, last);
    if (last === null) break;
    yield;
  }
  return times;
}

export const scheduleConfig = shape
  .superRefine((config, context) => {
    const { cron, everySeconds } = config;
    if ((cron === undefined) === (everySeconds === undefined)) {
      const message = 'either cron or everySeconds is required, not both';
      context.addIssue({ code: 'custom', path: ['cron'], message });
      return;
    }
    try {
      if (nextFireMs(config, Date.now()) !== null) return;
      context.addIssue({ code: 'custom', path: ['cron'], message: 'never comes' });
    } catch (error) {
      const reason = (error as Error).message.replace(/^\w+: /, '');
      const message = `is not a schedule: ${reason}`;
      context.addIssue({ code: 'custom', path: ['cron'], message });
    }
  })
  .meta(
    either(
      { title: 'At times (cron)', fields: ['cron', 'timezone'] },
      { title: 'At an interval', fields: ['everySeconds'] },
    ),
  );

export interface DueFire {
  /** Null: missed, and to be skipped. */
  readonly fireAtMs: number | null;
  readonly nextMs: number | null;
}

/** Decides on a schedule due at `dueMs`. However many times were missed, it runs once at most. */
export function decideFire(config: ScheduleConfig, dueMs: number, nowMs: number): DueFire {
  const isMissed = nowMs - dueMs > graceMs;
  return {
    fireAtMs: isMissed && config.missed === 'skip' ? null : dueMs,
    nextMs: nextFireMs(config, Math.max(dueMs, nowMs)),
  };
}
