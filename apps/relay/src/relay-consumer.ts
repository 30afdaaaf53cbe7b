/**
 * Which partitions this process publishes: takes over what it is assigned, lets go of what it loses, and takes over again after a
 * failed transaction, because only a fence and the committed offset tell how that one ended.
 */
import { groups, topics } from '@libs/contracts';
import {
  TransactionError,
  type Assignment,
  type EventLog,
  type OutgoingRecord,
  type ReceivedBatch,
  type ReceivedRecord,
  type RecordAppender,
  type SupervisedConsumer,
} from '@libs/event-log';
import { poisonRecordOf } from '@libs/ledger';
import { noTracing, type ReadinessProblem, type Tracing } from '@libs/platform';
import type { Logger } from 'pino';
import { PartitionRelay } from './partition-relay.js';
import { tracePublished } from './published-spans.js';
import type { RelayMetrics } from './relay-metrics.js';
import { takeOver } from './takeover.js';

export interface RelayParts {
  readonly eventLog: EventLog;
  readonly logger: Logger;
  readonly metrics: RelayMetrics;
  readonly poison: RecordAppender;
  readonly sessionTimeoutMs: number;
  readonly tracing?: Tracing;
}

/** What an execution's steps publish goes into few transactions, and its end is not held up for longer than anyone notices. */
const gatherMs = 5;
const takeoverRetryMs = 500;
/** A relay that was fenced may be the wrong one: by then its membership has ended, or it is right and tries again. */
const fencedRetryMs = 2_000;

export class RelayConsumer {
  readonly consumer: SupervisedConsumer;
  readonly #parts: RelayParts;
  readonly #relays = new Map<number, PartitionRelay>();
  readonly #halted = new Map<number, string>();
  /** Changes with every assignment, loss and failure: a takeover that ends under an older one is dropped. */
  readonly #epochs = new Map<number, number>();
  readonly #background = new Set<Promise<void>>();
  #stopping = false;

  constructor(parts: RelayParts) {
    this.#parts = parts;
    this.consumer = parts.eventLog.consumer({
      groupId: groups.relay,
      topics: [topics.events],
      startFrom: 'earliest',
      gatherMs,
      sessionTimeoutMs: parts.sessionTimeoutMs,
      onBatch: (batch) => this.#onBatch(batch),
      onAssigned: (assignment) => this.#onAssigned(assignment),
    });
    parts.metrics.watch(this.consumer, () => this.#halted.size);
  }

  problem(): ReadinessProblem | null {
    const [halted] = this.#halted;
    return halted === undefined
      ? null
      : { part: 'relay', problem: `partition ${halted[0]} halted: ${halted[1]}` };
  }

  /** Publishes what was read, commits, and leaves the group. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.consumer.stop();
    await Promise.all([...this.#relays.values()].map((relay) => relay.finish()));
    await Promise.all(this.#background);
  }

  #onAssigned({ added, removed, partitions }: Assignment): void {
    for (const { partition } of removed) this.#letGo(partition);
    for (const { partition } of added) {
      this.#letGo(partition);
      this.#startTakeover(partition, 0);
    }
    const waiting = partitions.filter(
      ({ partition }) => !this.#relays.has(partition) || this.#halted.has(partition),
    );
    if (waiting.length > 0) this.consumer.pause(waiting);
  }

  #letGo(partition: number): number {
    const epoch = (this.#epochs.get(partition) ?? 0) + 1;
    this.#epochs.set(partition, epoch);
    this.#halted.delete(partition);
    const relay = this.#relays.get(partition);
    this.#relays.delete(partition);
    if (relay !== undefined) this.#inBackground(relay.close());
    return epoch;
  }

  #onPublished(records: readonly OutgoingRecord[]): void {
    this.#parts.metrics.published(records);
    tracePublished(this.#parts.tracing ?? noTracing, records);
  }

  #startTakeover(partition: number, delayMs: number): void {
    const epoch = this.#epochs.get(partition) ?? 0;
    this.#inBackground(this.#keepTakingOver(partition, epoch, delayMs));
  }

  /** Until it works, or until the partition is not ours any more. A process whose membership ran out must not fence its successor. */
  async #keepTakingOver(partition: number, epoch: number, delayMs: number): Promise<void> {
    const current = (): boolean => !this.#stopping && this.#epochs.get(partition) === epoch;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    while (current()) {
      const producer = this.#parts.eventLog.transactional(`relay-${partition}`);
      try {
        if (this.consumer.memberUntil() > performance.now()) {
          const { position, published } = await takeOver(this.#parts.eventLog, producer, partition);
          if (current()) {
            const relay = new PartitionRelay(partition, producer, position, published, {
              onPublished: (records) => this.#onPublished(records),
              onFailed: (error) => this.#onFailed(partition, epoch, error),
            });
            this.#relays.set(partition, relay);
            this.consumer.seek({ topic: topics.events, partition, offset: position.offset });
            this.consumer.resume([{ topic: topics.events, partition }]);
            return;
          }
        }
      } catch (error) {
        this.#parts.logger.warn(
          { err: error, partition },
          'partition could not be taken over yet; trying again',
        );
      }
      await producer.close();
      if (current()) await new Promise((resolve) => setTimeout(resolve, takeoverRetryMs));
    }
  }

  #onFailed(partition: number, epoch: number, error: unknown): void {
    if (this.#stopping || this.#epochs.get(partition) !== epoch) return;
    const fenced = error instanceof TransactionError && error.code === 'FENCED';
    const details = { err: error, partition };
    if (fenced) this.#parts.logger.info(details, 'a newer relay has this partition');
    else this.#parts.logger.warn(details, 'a transaction failed; taking the partition over again');
    this.consumer.pause([{ topic: topics.events, partition }]);
    this.#letGo(partition);
    this.#startTakeover(partition, fenced ? fencedRetryMs : takeoverRetryMs);
  }

  async #onBatch(batch: ReceivedBatch): Promise<void> {
    const relay = this.#relays.get(batch.partition);
    // Fetched before a takeover: it comes again from the position found there.
    if (relay === undefined || !relay.usable || this.#halted.has(batch.partition)) return;
    for (const record of batch.records) {
      if (record.offset < relay.offset) continue;
      const reading = relay.read(record);
      if (reading.kind === 'unknown') {
        this.#halt(record, reading.reason);
        break;
      }
      if (reading.kind === 'garbage') {
        await this.#setAside(record, reading.reason);
        relay.pass(record);
      }
      this.#parts.metrics.read(reading.kind);
    }
    await relay.afterBatch();
  }

  async #setAside(record: ReceivedRecord, reason: string): Promise<void> {
    const { partition, offset } = record;
    this.#parts.logger.error({ partition, offset, reason }, 'undecodable record set aside');
    await this.#parts.poison.append(poisonRecordOf(groups.relay, record, 'GARBAGE', reason));
  }

  #halt({ partition, offset }: ReceivedRecord, reason: string): void {
    this.#halted.set(partition, `offset ${offset}: ${reason}`);
    this.consumer.seek({ topic: topics.events, partition, offset });
    this.consumer.pause([{ topic: topics.events, partition }]);
    this.#parts.logger.error(
      { partition, offset, reason },
      'partition halted: this version does not know the record at this offset',
    );
  }

  #inBackground(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) =>
        this.#parts.logger.error({ err: error }, 'relay background work failed'),
      )
      .finally(() => this.#background.delete(tracked));
    this.#background.add(tracked);
  }
}
