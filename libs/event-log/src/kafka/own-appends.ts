/**
 * The last records that this process appended, by offset, as their acknowledgements told. What the log has at an offset is the same
 * wherever it is read from: a consumer of this process need not fetch it (`own-first-fetch.ts`). Nothing is known here of what others
 * append: between two stretches that do not meet there is a gap, and who reads there fetches.
 */

import type { PendingRecord } from './pending-record.js';

/** As far as kafkajs and we look at a fetched record. */
export interface OwnMessage {
  readonly offset: string;
  readonly timestamp: string;
  readonly key: string | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly isControlRecord: false;
}

/** What of one partition was acknowledged together. */
export class OwnBatch {
  readonly messages: OwnMessage[] = [];
  sizeBytes = 0;

  /** @param logAppendTime ms since 1970 of a topic that takes the broker's time, else negative; decimal */
  constructor(
    readonly topic: string,
    readonly partition: number,
    readonly baseOffset: number,
    private readonly logAppendTime: string,
  ) {}

  get endOffset(): number {
    return this.baseOffset + this.messages.length;
  }

  /** The next record. */
  add({ record: { key, value, headers = {} }, sizeBytes, sentAtMs }: PendingRecord): void {
    this.messages.push({
      offset: String(this.endOffset),
      timestamp: this.logAppendTime.startsWith('-') ? String(sentAtMs) : this.logAppendTime,
      key,
      value,
      headers,
      isControlRecord: false,
    });
    this.sizeBytes += sizeBytes;
  }
}

interface Stretch {
  readonly batch: OwnBatch;
  readonly atMs: number;
  /** Those of its partition that meet, in order. */
  readonly run: Stretch[];
}

interface OwnAppendLimits {
  readonly maxBytes: number;
  /** A topic that is made anew begins at offset 0 again; nobody knows it by then any more. */
  readonly maxAgeMs: number;
}

const defaultLimits: OwnAppendLimits = { maxBytes: 1024 * 1024, maxAgeMs: 2_000 };

export class OwnAppends {
  /** Runs of a topic by partition. */
  readonly #runs = new Map<string, Stretch[][]>();
  /** In order of their coming. */
  readonly #kept = new Set<Stretch>();
  readonly #readers = new Map<string, number>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #bytes = 0;

  constructor(private readonly limits = defaultLimits) {}

  /** Only what somebody here reads is kept. @returns ends it */
  follow(topics: readonly string[]): () => void {
    const count = (by: number) => {
      for (const topic of topics) this.#readers.set(topic, (this.#readers.get(topic) ?? 0) + by);
    };
    count(1);
    return () => count(-1);
  }

  isFollowed(topic: string): boolean {
    return (this.#readers.get(topic) ?? 0) > 0;
  }

  /** Tells of every append to these topics. @returns ends it */
  listen(topics: readonly string[], tell: () => void): () => void {
    for (const topic of topics) {
      const listeners = this.#listeners.get(topic) ?? new Set();
      this.#listeners.set(topic, listeners.add(tell));
    }
    return () => {
      for (const topic of topics) this.#listeners.get(topic)?.delete(tell);
    };
  }

  note(batches: readonly OwnBatch[]): void {
    for (const batch of batches) this.#keep(batch);
    this.#evict();
    for (const topic of new Set(batches.map((batch) => batch.topic)))
      for (const tell of this.#listeners.get(topic) ?? []) tell();
  }

  /** From this offset on as far as it is known; null when the record at this offset is not. */
  read(topic: string, partition: number, offset: number): OwnMessage[] | null {
    const run = this.#runs.get(topic)?.[partition] ?? [];
    let first = run.length;
    while (first > 0 && (run[first - 1]?.batch.endOffset ?? 0) > offset) first -= 1;
    const stretch = run[first];
    if (stretch === undefined || stretch.batch.baseOffset > offset) return null;
    if (performance.now() - stretch.atMs > this.limits.maxAgeMs) return null;
    return run
      .slice(first)
      .flatMap(({ batch: { messages, baseOffset } }) =>
        messages.slice(Math.max(0, offset - baseOffset)),
      );
  }

  #keep(batch: OwnBatch): void {
    const { topic, partition } = batch;
    const runs = this.#runs.get(topic) ?? [];
    this.#runs.set(topic, runs);
    let run = runs[partition] ?? [];
    const last = run.at(-1);
    if (last !== undefined && last.batch.endOffset !== batch.baseOffset) {
      for (const stretch of run) this.#drop(stretch);
      run = [];
    }
    runs[partition] = run;
    const stretch = { batch, atMs: performance.now(), run };
    run.push(stretch);
    this.#kept.add(stretch);
    this.#bytes += batch.sizeBytes;
  }

  #evict(): void {
    const oldestMs = performance.now() - this.limits.maxAgeMs;
    for (const stretch of this.#kept) {
      if (this.#bytes <= this.limits.maxBytes && stretch.atMs >= oldestMs) return;
      this.#drop(stretch);
      stretch.run.shift();
    }
  }

  #drop(stretch: Stretch): void {
    this.#kept.delete(stretch);
    this.#bytes -= stretch.batch.sizeBytes;
  }
}
