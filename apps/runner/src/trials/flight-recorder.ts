/** Starts the watching thread when there are suspects, and sends it signs of life. */
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { FlightRecorder } from './trial-gate.js';
import type { TrialSubject } from './trial-records.js';
import { noteSymptomSql } from './trials.sql.js';
import { slots, type RecorderData, type WatchedTrial } from './flight-recorder.worker.js';

const tickEveryMs = 50;
/** Trials begin without the thread when it takes longer. */
const readyWithinMs = 3_000;

/** Next to this file: .js when built, .ts in tests. */
const workerUrl = new URL(
  `./flight-recorder.worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
);

export class ThreadFlightRecorder implements FlightRecorder {
  readonly #shared = new SharedArrayBuffer(8 * Object.keys(slots).length);
  readonly #values = new Float64Array(this.#shared);
  #worker: Worker | null = null;
  #ready: Promise<void> = Promise.resolve();
  #ticker: NodeJS.Timeout | undefined;

  constructor(
    private readonly databaseUrl: string,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  ready(): Promise<void> {
    this.#worker ??= this.#start();
    return this.#ready;
  }

  watch({ executionId, claimOffset }: TrialSubject): void {
    this.#tick();
    this.#ticker = setInterval(() => this.#tick(), tickEveryMs);
    this.#tell({ executionId, claimOffset });
  }

  rest(): void {
    clearInterval(this.#ticker);
    this.#tell(null);
  }

  async close(): Promise<void> {
    clearInterval(this.#ticker);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const workerData: RecorderData = {
      databaseUrl: this.databaseUrl,
      noteSql: noteSymptomSql,
      shared: this.#shared,
    };
    const worker = new Worker(workerUrl, { workerData, execArgv: [] });
    worker.unref();
    const failed = (error: unknown): void => {
      this.#worker = null;
      this.logger.warn({ err: error }, 'Suspects run without a flight recorder');
    };
    worker.once('error', failed);
    this.#ready = new Promise((resolve) => {
      const late = setTimeout(resolve, readyWithinMs);
      for (const event of ['message', 'exit']) {
        worker.once(event, () => {
          clearTimeout(late);
          resolve();
        });
      }
    });
    return worker;
  }

  #tick(): void {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    this.#values[slots.heapBytes] = used;
    this.#values[slots.heapLimitBytes] = limit;
    this.#values[slots.ticks] = (this.#values[slots.ticks] ?? 0) + 1;
  }

  #tell(trial: WatchedTrial | null): void {
    this.#worker?.postMessage(trial);
  }
}
