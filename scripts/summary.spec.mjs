import { describe, expect, it } from '@jest/globals';
import { summarize, timesOf } from './summary.mjs';

const result = (numPassedTests, numFailedTests, numRuntimeErrorTestSuites = 0) => ({
  numPassedTests,
  numFailedTests,
  numRuntimeErrorTestSuites,
});

describe('summarize', () => {
  it('adds the tests of all runs', () => {
    expect(
      summarize([
        { status: 0, result: result(3, 0) },
        { status: 1, result: result(2, 4) },
      ]),
    ).toEqual({ passed: 5, failed: 4, skipped: 0 });
  });

  it('counts a suite that could not run as a failure', () => {
    expect(summarize([{ status: 1, result: result(3, 0, 1) }])).toEqual({
      passed: 3,
      failed: 1,
      skipped: 0,
    });
  });

  it('counts a run without a result as a failure', () => {
    expect(summarize([{ status: null }])).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('counts a run that failed without a failed test', () => {
    expect(summarize([{ status: 1, result: result(3, 0) }])).toEqual({
      passed: 3,
      failed: 1,
      skipped: 0,
    });
  });

  it('counts tests that were skipped', () => {
    expect(summarize([{ status: 0, result: { ...result(1, 0), numPendingTests: 2 } }])).toEqual({
      passed: 1,
      failed: 0,
      skipped: 2,
    });
  });
});

describe('timesOf', () => {
  it('names the longest files and their longest tests', () => {
    const file = (name, ms, assertionResults) => ({
      ...{ name: `/here/${name}`, startTime: 1_000, endTime: 1_000 + ms, assertionResults },
    });
    const testResults = [
      file('short.ts', 1_000, []),
      file('long.ts', 9_000, [
        { title: 'waits', duration: 8_000 },
        { title: 'is pending', duration: null },
      ]),
      file('broken.ts', 2_000, []),
    ];
    expect(timesOf({ name: 'unit', seconds: 7, result: { testResults } }, '/here', 2)).toEqual([
      '    7.0 s unit: 3 files, 12 s in them',
      '      9.0 s long.ts, "waits" 8000 ms',
      '      2.0 s broken.ts',
    ]);
  });

  it('tells the time of a run without a result', () => {
    expect(timesOf({ name: 'e2e', seconds: 1 }, '/here')).toEqual([
      '    1.0 s e2e: 0 files, 0 s in them',
    ]);
  });
});
