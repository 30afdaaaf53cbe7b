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

const secondsOf = (ms) => `${(ms / 1_000).toFixed(1).padStart(7)} s`;

/**
 * Where a run's time went: the whole, its longest files, and the longest tests of these.
 * @param {{name: string, seconds: number, result?: {testResults: {name: string, startTime: number,
 * endTime: number, assertionResults: {title: string, duration?: number | null}[]}[]}}} run
 * @returns {string[]} lines
 */
export function timesOf({ name, seconds, result }, root, count = 10) {
  const files = (result?.testResults ?? []).map(({ startTime, endTime, ...file }) => ({
    ...file,
    ms: endTime - startTime,
  }));
  const inFiles = files.reduce((sum, { ms }) => sum + ms, 0);
  const longest = files.toSorted((a, b) => b.ms - a.ms).slice(0, count);
  return [
    `${secondsOf(seconds * 1_000)} ${name}: ${files.length} files, ${Math.round(inFiles / 1_000)} s in them`,
    ...longest.flatMap(({ name: path, ms, assertionResults }) => {
      const [first] = assertionResults.toSorted((a, b) => (b.duration ?? 0) - (a.duration ?? 0));
      const test = first === undefined ? '' : `, "${first.title}" ${first.duration ?? 0} ms`;
      return `  ${secondsOf(ms)} ${path.replace(`${root}/`, '')}${test}`;
    }),
  ];
}
