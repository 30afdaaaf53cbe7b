/**
 * Group commit: collects appends into flush lanes, one per leader broker, so a stalled broker does
 * not stop the others. A partition stays bound to a lane while it has pending records there. Its
 * records are therefore never in two lanes and never out of order. Bounds the memory: a record that
 * does not fit is refused at once, unless the caller sets `evenIfFull`.
 */
import type { EventLogLogger } from '../../options.js';
import { partitionFor } from '../../partitioner.js';
import {
  AppendError,
  type OutgoingRecord,
  type RecordAppender,
  type RecordPosition,
} from '../../ports.js';
import { maxRecordBytes, recordSizeBytes } from '../../record-size.js';
import type { NewClient } from '../client/client.js';
import { FlushLane } from './flush-lane.js';
import type { OwnAppends } from './own-appends.js';
import { PendingRecord } from './pending-record.js';
import type { TopicDirectory, TopicLayout } from '../client/topic-directory.js';

const maxPendingRecords = 50_000;
const maxPendingBytes = 64 * 1024 * 1024;
const closeTimeoutMs = 5000;

interface Binding {
  readonly lane: FlushLane;
  pending: number;
}

export class KafkaRecordAppender implements RecordAppender {
  readonly #lanes = new Map<number, FlushLane>();
  readonly #bindings = new Map<string, Binding>();
  /** In order of arrival, so the first one is the oldest. */
  readonly #pending = new Set<PendingRecord>();
  readonly #unrouted = new Map<string, PendingRecord[]>();
  #pendingBytes = 0;
  #keyless = 0;
  #closed = false;
  #drained: (() => void) | undefined;

  constructor(
    private readonly newClient: NewClient,
    private readonly directory: TopicDirectory,
    private readonly log: EventLogLogger,
    private readonly ownAppends: OwnAppends,
  ) {}

  append(
    record: OutgoingRecord,
    options?: { readonly timeoutMs?: number; readonly evenIfFull?: boolean },
  ): Promise<RecordPosition> {
    const sizeBytes = recordSizeBytes(record);
    const refusal = this.#refusal(sizeBytes, options?.evenIfFull === true);
    if (refusal) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      const pending = new PendingRecord(record, sizeBytes, resolve, reject, this.#finished);
      this.#pending.add(pending);
      this.#pendingBytes += sizeBytes;
      if (options?.timeoutMs !== undefined) pending.giveUpAfter(options.timeoutMs);
      this.#admit(pending);
    });
  }

  oldestPendingMs(): number {
    const { value: oldest } = this.#pending.values().next();
    return oldest === undefined ? 0 : performance.now() - oldest.enqueuedAtMs;
  }

  isCrowded(): boolean {
    return this.#pending.size >= maxPendingRecords / 2 || this.#pendingBytes >= maxPendingBytes / 2;
  }

  async close(timeoutMs = closeTimeoutMs): Promise<void> {
    this.#closed = true;
    if (this.#pending.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.#drained = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    for (const pending of this.#pending) {
      pending.finish(
        pending.state === 'queued'
          ? new AppendError('NOT_SENT', 'the appender was closed before it sent the record')
          : new AppendError(
              'OUTCOME_UNKNOWN',
              'the appender was closed before the record was acknowledged',
            ),
      );
    }
    await Promise.all(Array.from(this.#lanes.values(), (lane) => lane.close()));
  }

  #refusal(sizeBytes: number, evenIfFull: boolean): AppendError | undefined {
    if (this.#closed) return new AppendError('CLOSED', 'the appender is closed');
    if (sizeBytes > maxRecordBytes) {
      return new AppendError(
        'TOO_LARGE',
        `${sizeBytes} bytes, at most ${maxRecordBytes} go into one record`,
      );
    }
    // A record larger than the remaining space still fits into an empty queue.
    const full =
      !evenIfFull &&
      (this.#pending.size >= maxPendingRecords || this.#pendingBytes + sizeBytes > maxPendingBytes);
    return full
      ? new AppendError('NOT_SENT', `too many records are waiting (${this.#pending.size})`)
      : undefined;
  }

  #admit(pending: PendingRecord): void {
    const { topic } = pending.record;
    const waiting = this.#unrouted.get(topic);
    if (waiting) {
      waiting.push(pending);
      return;
    }
    const layout = this.directory.known(topic);
    if (layout) this.#route(pending, layout);
    else {
      this.#unrouted.set(topic, [pending]);
      this.directory.load(topic).then(
        (loaded) => this.#routeWaiting(topic, loaded),
        () => undefined, // closed: close() settles the pending records
      );
    }
  }

  #routeWaiting(topic: string, layout: TopicLayout): void {
    const waiting = this.#unrouted.get(topic) ?? [];
    this.#unrouted.delete(topic);
    for (const pending of waiting) if (pending.state === 'queued') this.#route(pending, layout);
  }

  #route(pending: PendingRecord, { partitions, leaders }: TopicLayout): void {
    const {
      topic,
      key,
      partition = key === null ? this.#keyless++ % partitions : partitionFor(key, partitions),
    } = pending.record;
    if (partition >= partitions) {
      pending.finish(new AppendError('NOT_SENT', `${topic} has no partition ${partition}`));
      return;
    }
    pending.partition = partition;
    const bindingKey = `${topic}/${partition}`;
    let binding = this.#bindings.get(bindingKey);
    if (binding === undefined) {
      binding = { lane: this.#lane(leaders[partition] ?? -1), pending: 0 };
      this.#bindings.set(bindingKey, binding);
    }
    binding.pending++;
    binding.lane.enqueue(pending);
  }

  #lane(leader: number): FlushLane {
    let lane = this.#lanes.get(leader);
    if (lane === undefined) {
      lane = new FlushLane(this.newClient, this.log, this.ownAppends, () => this.directory.doubt());
      this.#lanes.set(leader, lane);
    }
    return lane;
  }

  readonly #finished = (pending: PendingRecord): void => {
    this.#pending.delete(pending);
    this.#pendingBytes -= pending.sizeBytes;
    const bindingKey = `${pending.record.topic}/${pending.partition}`;
    const binding = this.#bindings.get(bindingKey);
    if (binding && --binding.pending === 0) this.#bindings.delete(bindingKey);
    if (this.#pending.size === 0) this.#drained?.();
  };
}
