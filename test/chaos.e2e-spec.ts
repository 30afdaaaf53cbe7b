/**
 * Random faults under load. `npm run test:chaos -- --seed N --seconds S` is the long form. Asserts
 * on lost and duplicated work; times are reported, never asserted.
 */
import { describe, expect, it } from '@jest/globals';
import { runChaos } from './chaos/run.js';
import { faultKinds, scheduleOf } from './chaos/schedule.js';

// `npm test` uses a fixed seed: a red build must come from the change, not from chance. `npm run
// test:chaos` picks random seeds.
const seed = Number(process.env['CHAOS_SEED'] ?? 12);
/** All five apps in each process, instead of one process per app. */
const together = process.env['CHAOS_TOGETHER'] === 'true';
/** Maximum clock error. */
const clocksMs = Number(process.env['CHAOS_CLOCKS'] ?? 0) * 1_000;
/** Restricts the run to these kinds, separated by commas. */
const only = process.env['CHAOS_ONLY']?.split(',') ?? faultKinds;
const chosen = faultKinds.filter((kind) => only.includes(kind));
if (chosen.length < only.length)
  throw new Error(`CHAOS_ONLY (--only): ${only.join(',')}; there is ${faultKinds.join(', ')}`);
const seconds = Number(process.env['CHAOS_SECONDS'] ?? 30);

describe('a schedule of faults', () => {
  const options = { durationMs: 600_000, sessionTimeoutMs: 6_000, gapMs: [2_000, 6_000] } as const;

  it('is the same for the same seed, and differs for another', () => {
    expect(scheduleOf({ ...options, seed: 7 })).toEqual(scheduleOf({ ...options, seed: 7 }));
    expect(scheduleOf({ ...options, seed: 8 })).not.toEqual(scheduleOf({ ...options, seed: 7 }));
  });

  it('has faults of every kind', () => {
    const kinds = scheduleOf({ ...options, seed: 7 }).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(faultKinds));
  });
});

describe(`chaos (CHAOS_SEED=${seed})`, () => {
  it(
    'loses no acknowledged work and repeats no recorded work',
    async () => {
      const { verdict, resumed, queued, table, unexpectedEnds } = await runChaos({
        seed,
        seconds,
        together,
        clocksMs,
        gapMs: [1_500, 4_500],
        kinds: chosen,
      });
      process.stdout.write(`\n${table}${unexpectedEnds.join('\n')}\n`);
      const { lost, duplicated, wrongCalls, wrongWebhooks } = verdict;
      const { readModelDifferences, overLimit, quarantined } = verdict;
      expect({
        lost,
        duplicated,
        wrongCalls,
        wrongWebhooks,
        readModelDifferences,
        overLimit,
        quarantined,
      }).toEqual({
        lost: [],
        duplicated: [],
        wrongCalls: [],
        wrongWebhooks: [],
        readModelDifferences: [],
        overLimit: [],
        quarantined: [],
      });
      expect(verdict.acknowledged).toBeGreaterThan(0);
      expect(resumed).toBeGreaterThan(0);
      expect(queued).toBeGreaterThan(0);
      expect(unexpectedEnds).toEqual([]);
    },
    seconds * 1000 + 400_000 + 4 * clocksMs,
  );
});
