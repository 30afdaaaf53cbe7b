/** Adds up Jest's results (`--json`) over several runs. */

/**
 * A suite that could not run counts as one failure; so does a run without a result, or one that
 * failed without a failed test. A failure must never just look like fewer tests.
 * @param {{status: number | null, result?: {numPassedTests: number, numFailedTests: number,
 * numPendingTests?: number, numRuntimeErrorTestSuites: number}}[]} runs
 * @returns {{passed: number, failed: number, skipped: number}}
 */
export function summarize(runs) {
  let [passed, failed, skipped] = [0, 0, 0];
  for (const { status, result } of runs) {
    const failures = (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0);
    passed += result?.numPassedTests ?? 0;
    skipped += result?.numPendingTests ?? 0;
    failed += failures === 0 && status !== 0 ? 1 : failures;
  }
  return { passed, failed, skipped };
}
