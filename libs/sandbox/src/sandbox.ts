/**
 * A pool of worker threads that run author code, one job per thread at a time. Owners take turns,
 * and of two or more threads one is always left to other owners, so that one owner's long jobs do
 * not hold up the rest. A thread that dies or does not answer in time is replaced. Its job still
 * gets a result, and no other job suffers.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SandboxJob, SandboxMessage, SandboxResult } from './sandbox-job.js';

/** A thread this late no longer obeys the interpreter's own limit. */
const graceMs = 1_000;
/** To load the interpreter: some 100 ms, and seconds on a busy machine. */
const startMs = 60_000;

export interface SandboxOptions {
  /**
   * Most threads. The first starts at once, others when there is work for them. Default: one less
   * than the cores, at least two.
   */
  readonly maxThreads?: number;
  /** The threads' code; default: `sandbox.worker`. */
  readonly workerUrl?: URL;
}

export interface Sandbox {
  /**
   * Never rejects: every failure of the code is a result. An aborted job ends as FUNCTION_FAILED.
   * @param owner whose share of the threads the job counts against
   */
  run(job: SandboxJob, signal?: AbortSignal, owner?: string): Promise<SandboxResult>;
  /** Ends all threads; jobs in progress end as FUNCTION_FAILED. */
  close(): Promise<void>;
}

interface Task {
  readonly job: SandboxJob;
  readonly owner: string;
  settle(result: SandboxResult): void;
}

interface Thread {
  readonly worker: Worker;
  /** Has loaded the interpreter. */
  isReady: boolean;
  task: Task | null;
  timer: NodeJS.Timeout | undefined;
}

const failed = (message: string): SandboxResult => ({
  ok: false,
  code: 'FUNCTION_FAILED',
  message,
  console: [],
});
const timedOut: SandboxResult = {
  ok: false,
  code: 'FUNCTION_TIMEOUT',
  message: 'The code exceeded its time limit',
  console: [],
};

/** Beside this file: .js when built, .ts in tests. */
const defaultWorkerUrl = new URL(
  `./sandbox.worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
);

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const maxThreads = options.maxThreads ?? Math.max(2, availableParallelism() - 1);
  const workerUrl = options.workerUrl ?? defaultWorkerUrl;
  const maxOfOwner = Math.max(1, maxThreads - 1);
  const threads = new Set<Thread>();
  /** Waiting tasks by owner, in the order of the owners' turns. */
  const queues = new Map<string, Task[]>();
  let closed = false;

  function settle(thread: Thread, result: SandboxResult): void {
    clearTimeout(thread.timer);
    const { task } = thread;
    thread.task = null;
    task?.settle(result);
  }

  function discard(thread: Thread, result: SandboxResult): void {
    if (!threads.delete(thread)) return;
    void thread.worker.terminate();
    settle(thread, result);
    dispatch();
  }

  function startThread(): Thread {
    const worker = new Worker(workerUrl, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    const thread: Thread = { worker, isReady: false, task: null, timer: undefined };
    threads.add(thread);
    worker.unref();
    worker.on('message', (message: SandboxMessage) => {
      if (message === 'ready') {
        thread.isReady = true;
        watch(thread);
        return;
      }
      settle(thread, message);
      dispatch();
    });
    worker.on('error', (error) => discard(thread, failed(`The sandbox failed: ${String(error)}`)));
    worker.on('exit', () => discard(thread, failed('The sandbox ended')));
    return thread;
  }

  /** The task's time begins when its thread has loaded the interpreter. */
  function watch(thread: Thread): void {
    clearTimeout(thread.timer);
    if (thread.task === null) return;
    const limitMs = thread.isReady ? thread.task.job.timeoutMs + graceMs : startMs;
    const result = thread.isReady ? timedOut : failed('The sandbox did not start');
    thread.timer = setTimeout(() => discard(thread, result), limitMs);
  }

  function idleThread(): Thread | null {
    for (const thread of threads) if (thread.task === null) return thread;
    return threads.size < maxThreads ? startThread() : null;
  }

  function runningOf(owner: string): number {
    let count = 0;
    for (const { task } of threads) if (task?.owner === owner) count += 1;
    return count;
  }

  /** Owners with the fewest running jobs come first; among equals the one that waited longest. */
  function nextTask(): Task | null {
    let next: { readonly owner: string; readonly running: number } | null = null;
    for (const owner of queues.keys()) {
      const running = runningOf(owner);
      if (running < (next?.running ?? maxOfOwner)) next = { owner, running };
    }
    if (next === null) return null;
    const { owner } = next;
    const waiting = queues.get(owner) ?? [];
    const task = waiting.shift() ?? null;
    queues.delete(owner);
    if (waiting.length > 0) queues.set(owner, waiting);
    return task;
  }

  const hasRoom = (): boolean =>
    threads.size < maxThreads || [...threads].some(({ task }) => task === null);

  function dispatch(): void {
    while (!closed && hasRoom()) {
      const task = nextTask();
      const thread = task === null ? null : idleThread();
      if (thread === null || task === null) return;
      thread.task = task;
      watch(thread);
      thread.worker.postMessage(task.job);
    }
  }

  function abort(task: Task): void {
    const waiting = queues.get(task.owner)?.filter((other) => other !== task) ?? [];
    if (waiting.length > 0) queues.set(task.owner, waiting);
    else queues.delete(task.owner);
    for (const thread of threads) if (thread.task === task) discard(thread, failed('Aborted'));
    task.settle(failed('Aborted'));
  }

  startThread();
  return {
    run: (job, signal, owner = '') =>
      new Promise((resolve) => {
        if (closed || signal?.aborted === true) {
          resolve(failed('Aborted'));
          return;
        }
        const onAbort = (): void => abort(task);
        const task: Task = {
          job,
          owner,
          settle: (result) => {
            signal?.removeEventListener('abort', onAbort);
            resolve(result);
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        const waiting = queues.get(owner);
        if (waiting === undefined) queues.set(owner, [task]);
        else waiting.push(task);
        dispatch();
      }),
    close: async () => {
      closed = true;
      const ending = [...threads].map((thread) => {
        const { worker } = thread;
        discard(thread, failed('Aborted'));
        return worker.terminate();
      });
      for (const task of [...queues.values()].flat()) task.settle(failed('Aborted'));
      queues.clear();
      await Promise.all(ending);
    },
  };
}
