/**
 * Runs tests in a thread of their own: bounded in memory and time from outside, so that neither a
 * loop nor a large value of an author stops the process.
 */
import { Worker } from 'node:worker_threads';
import type { StoredTest, TestResult } from './test-results.js';
import type { TestJob } from './tests.worker.js';

const usualHeapMb = 256;
const limits = { longestMs: 10_000, maxBlockRuns: 20_000 };

/** Why tests have no result; null: all have one. */
export type ApartEnd = null | 'time' | 'memory' | 'stopped' | 'failed';

export interface ApartOptions {
  /** Of all tests together. */
  readonly totalMs: number;
  /** Default: 256. */
  readonly maxHeapMb?: number;
  readonly signal: AbortSignal;
  readonly onResult: (result: TestResult) => void;
  readonly onFault: (error: Error) => void;
}

/** The built file, also in tests: node loads no TypeScript that names its imports by `.js`. */
const here = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/libs/workflow-test/src/', import.meta.url)
  : new URL('./', import.meta.url);
const workerUrl = new URL('tests.worker.js', here);

/** Never rejects. @param draft JSON text of any shape: a wrong one is a result of each test */
export function runTestsApart(
  draft: string,
  tests: readonly StoredTest[],
  { totalMs, maxHeapMb = usualHeapMb, signal, onResult, onFault }: ApartOptions,
): Promise<ApartEnd> {
  const workerData: TestJob = { draft, tests, limits };
  const worker = new Worker(workerUrl, {
    workerData,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  const { promise, resolve } = Promise.withResolvers<ApartEnd>();
  const timer = setTimeout(() => resolve('time'), totalMs);
  const stop = (): void => resolve('stopped');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  worker.on('message', onResult);
  worker.once('error', (error: NodeJS.ErrnoException) => {
    const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (!isFull) onFault(error);
    resolve(isFull ? 'memory' : 'failed');
  });
  worker.once('exit', (code) => resolve(code === 0 ? null : 'failed'));
  return promise.finally(async () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  });
}
