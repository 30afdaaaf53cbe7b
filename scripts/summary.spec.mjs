import { describe, expect, it } from '@jest/globals';
import { summarize } from './summary.mjs';

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
