/**
 * Keeps the last records that this process appended, by the offsets in their acknowledgements. An
 * offset holds the same record wherever it is read, so a consumer of this process need not fetch it
 * (`own-first-fetch.ts`). Records of other processes are unknown here: they are gaps between runs,
 * and a reader at a gap fetches.
 */

import type { PendingRecord } from './pending-record.js';

/** The fields of a fetched record that kafkajs and we use. */
export interface OwnMessage {
  readonly offset: string;
  readonly timestamp: string;
  readonly key: string | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly isControlRecord: false;
}

/** Records of one partition that were acknowledged together. */
export class OwnBatch {
  readonly messages: OwnMessage[] = [];
  sizeBytes = 0;

  /**
   * @param logAppendTime decimal ms since 1970 if the topic uses the broker's time, else negative
   */
  constructor(
    readonly topic: string,
    readonly partition: number,
    readonly baseOffset: number,
    private readonly logAppendTime: string,
  ) {}

  get endOffset(): number {
    return this.baseOffset + this.messages.length;
  }

  /** Adds the record at the next offset. */
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
  /** The adjacent stretches of its partition, in order. */
  readonly run: Stretch[];
}

interface OwnAppendLimits {
  readonly maxBytes: number;
  /** A recreated topic begins at offset 0 again; older records must be forgotten by then. */
  readonly maxAgeMs: number;
}

const defaultLimits: OwnAppendLimits = { maxBytes: 1024 * 1024, maxAgeMs: 2_000 };

export class OwnAppends {
  /** Runs of a topic by partition. */
  readonly #runs = new Map<string, Stretch[][]>();
  /** In order of arrival. */
  readonly #kept = new Set<Stretch>();
  readonly #readers = new Map<string, number>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #bytes = 0;

  constructor(private readonly limits = defaultLimits) {}

  /** Keeps records of these topics; without a reader here none are kept. @returns undoes it */
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

  /** Calls back after every append to these topics. @returns undoes it */
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

  /** Known records from this offset on; null when the record at this offset is unknown. */
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
