/** The thread of `runTestsApart`. It has no egress client, no environment and no database. */
import { createSandbox } from '@libs/sandbox';
import { parentPort, workerData } from 'node:worker_threads';
import type { TestLimits } from './test-run.js';
import { type StoredTest, testResults } from './test-results.js';

export interface TestJob {
  /** JSON text. */
  readonly draft: string;
  readonly tests: readonly StoredTest[];
  readonly limits: TestLimits;
}

const { draft, tests, limits } = workerData as TestJob;
const sandbox = createSandbox({ maxThreads: 1 });
try {
  for await (const result of testResults(JSON.parse(draft), tests, sandbox, limits))
    parentPort?.postMessage(result);
} finally {
  await sandbox.close();
}
