/**
 * Watches the main thread from its own thread while a suspect is on trial. Writes signs of an
 * imminent end of the process into the trial's row before that end. Loads no other file of ours,
 * because tests run it unbuilt.
 */
import { readFileSync } from 'node:fs';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';

const sampleEveryMs = 100;
const connectWithinMs = 5_000;
const longestTurnMs = 500;
/** A thread that only waits for CPU time on a busy machine uses little. */
const leastCpuMs = 400;
const fullHeap = 0.8;

/** Written by the main thread between two event-loop turns. */
export const slots = { ticks: 0, heapBytes: 1, heapLimitBytes: 2 } as const;

export interface WatchedTrial {
  readonly executionId: string;
  readonly claimOffset: number;
}

export interface RecorderData {
  readonly databaseUrl: string;
  /** The text of `noteSymptomSql`. */
  readonly noteSql: string;
  readonly shared: SharedArrayBuffer;
}

export interface Sample {
  /** Time since the main thread last finished an event-loop turn. */
  readonly turnMs: number;
  readonly turnCpuMs: number;
  readonly heapBytes: number;
  readonly heapAtBeginBytes: number;
  readonly heapLimitBytes: number;
}

/** Null when nothing suggests that the trial will end its process. */
export function symptomOf(sample: Sample): string | null {
  const { turnMs, turnCpuMs, heapBytes, heapAtBeginBytes, heapLimitBytes } = sample;
  if (turnMs > longestTurnMs && turnCpuMs >= leastCpuMs)
    return `it held the thread for more than ${longestTurnMs} ms`;
  const isFull = heapBytes >= fullHeap * heapLimitBytes;
  // Memory that was full before the trial was filled by something else.
  if (isFull && heapAtBeginBytes < fullHeap * heapLimitBytes)
    return `it filled the memory beyond ${100 * fullHeap} % of the limit`;
  return null;
}

/** CPU time of the main thread; of the whole process where the system does not report it. */
function mainThreadCpuMs(): number {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}

class Recorder {
  readonly #shared: Float64Array;
  readonly #noteSql: string;
  #watched: WatchedTrial | null = null;
  #noted: string | null = null;
  #ticks = 0;
  #tickedAtMs = 0;
  #cpuAtTickMs = 0;
  #rssAtTickBytes = 0;
  #heapAtBeginBytes = 0;

  constructor(
    { shared, noteSql }: RecorderData,
    private readonly client: pg.Client,
  ) {
    this.#shared = new Float64Array(shared);
    this.#noteSql = noteSql;
  }

  watch(trial: WatchedTrial | null): void {
    this.#watched = trial;
    this.#noted = null;
    this.#heapAtBeginBytes = this.#at(slots.heapBytes);
    this.#ticked();
  }

  #at(slot: number): number {
    return this.#shared[slot] ?? 0;
  }

  #ticked(): void {
    this.#ticks = this.#at(slots.ticks);
    this.#tickedAtMs = performance.now();
    this.#cpuAtTickMs = mainThreadCpuMs();
    this.#rssAtTickBytes = process.memoryUsage.rss();
  }

  async sample(): Promise<void> {
    const watched = this.#watched;
    if (watched === null) return;
    if (this.#at(slots.ticks) !== this.#ticks) this.#ticked();
    // The main thread can't report how its heap grows within an event-loop turn.
    const grownBytes = Math.max(0, process.memoryUsage.rss() - this.#rssAtTickBytes);
    const symptom = symptomOf({
      turnMs: performance.now() - this.#tickedAtMs,
      turnCpuMs: mainThreadCpuMs() - this.#cpuAtTickMs,
      heapBytes: this.#at(slots.heapBytes) + grownBytes,
      heapAtBeginBytes: this.#heapAtBeginBytes,
      heapLimitBytes: this.#at(slots.heapLimitBytes),
    });
    if (symptom === this.#noted) return;
    this.#noted = symptom;
    await this.client.query(this.#noteSql, [watched.executionId, watched.claimOffset, symptom]);
  }
}

async function record(data: RecorderData): Promise<void> {
  const client = new pg.Client({
    connectionString: data.databaseUrl,
    connectionTimeoutMillis: connectWithinMs,
    application_name: 'flowledger-flight-recorder',
    keepAlive: true,
  });
  // The next statement then fails and ends the thread.
  client.on('error', () => undefined);
  await client.connect();
  const recorder = new Recorder(data, client);
  parentPort?.on('message', (trial: WatchedTrial | null) => recorder.watch(trial));
  parentPort?.postMessage('ready');
  for (;;) {
    await recorder.sample();
    await sleep(sampleEveryMs);
  }
}

if (!isMainThread) await record(workerData as RecorderData);
