/**
 * The partitions that this process publishes: takes them over and releases them. After a failed
 * transaction it takes all of them over again, because only a fence and the committed offsets tell
 * how the transaction ended.
 */
import { topics } from '@libs/contracts';
import {
  TransactionError,
  type EventLog,
  type OutgoingRecord,
  type SupervisedConsumer,
} from '@libs/event-log';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { Publisher } from './publisher.js';
import { commitOf } from './relay-position.js';
import type { SourcePartition } from './source-partition.js';
import { fenceFormer, sourceFrom } from './takeover.js';

const defaultRetryMs = 500;

export interface OwnedParts {
  readonly eventLog: EventLog;
  readonly logger: Logger;
  /** Wait before a failed takeover is retried, ms; default 500. */
  readonly takeoverRetryMs?: number;
}

export interface OwnedObserver {
  onPublished(records: readonly OutgoingRecord[]): void;
  onLetGo(partition: number): void;
}

export class OwnedPartitions {
  readonly #consumer: SupervisedConsumer;
  readonly #parts: OwnedParts;
  readonly #observer: OwnedObserver;
  /** Still to be taken over. The symbol changes if a partition is lost and comes back meanwhile. */
  readonly #wanted = new Map<number, symbol>();
  #wantedSinceMs = 0;
  #takingOver: Promise<void> | null = null;
  /** What the takeover in progress waits for. */
  #waitsFor = '';
  #publisher: Publisher | null = null;
  readonly #closing = new Set<Promise<void>>();
  #stopping = false;

  constructor(consumer: SupervisedConsumer, parts: OwnedParts, observer: OwnedObserver) {
    this.#consumer = consumer;
    this.#parts = parts;
    this.#observer = observer;
  }

  /** Undefined while the partition is not taken over. */
  source(partition: number): SourcePartition | undefined {
    return this.#publisher?.source(partition);
  }

  /** Publishes the records read so far; waits while too much is pending. */
  async afterBatch(source: SourcePartition): Promise<void> {
    await this.#publisher?.afterBatch(source);
  }

  /** @param again after a failure: waits before the first try */
  takeOver(partitions: readonly number[], again = false): void {
    if (this.#wanted.size === 0) this.#wantedSinceMs = performance.now();
    for (const partition of partitions) this.#wanted.set(partition, Symbol(partition));
    this.#takingOver ??= this.#keepTakingOver(again).finally(() => (this.#takingOver = null));
  }

  /** A takeover that lasts longer than this logs its reason; nothing is published until it ends. */
  problem(longerThanMs: number): string | null {
    const waitedMs = performance.now() - this.#wantedSinceMs;
    if (this.#wanted.size === 0 || waitedMs <= longerThanMs) return null;
    const partitions = [...this.#wanted.keys()].sort((a, b) => a - b).join(', ');
    return `partitions ${partitions} not taken over yet: waiting for ${this.#waitsFor}`;
  }

  letGo(partitions: readonly number[]): void {
    const publisher = this.#publisher;
    const hadSome = publisher !== null && publisher.partitions.length > 0;
    for (const partition of partitions) {
      this.#wanted.delete(partition);
      publisher?.remove(partition);
      this.#observer.onLetGo(partition);
    }
    // Commits name this publisher: fencing it for a returning partition would stop all its others.
    if (hadSome && publisher.partitions.length === 0) this.#retire(publisher);
  }

  /** To be called before `finish`. */
  stopTakingOver(): void {
    this.#stopping = true;
  }

  /** Publishes the records read so far and commits. */
  async finish(): Promise<void> {
    await this.#publisher?.finish();
    await this.#takingOver;
    await Promise.all(this.#closing);
  }

  /** Retries until it works or the partitions are reassigned. */
  async #keepTakingOver(again: boolean): Promise<void> {
    if (again) await this.#waitForRetry();
    while (!this.#stopping && this.#wanted.size > 0) {
      try {
        this.#waitsFor = 'the membership of the group';
        // A process whose membership has expired must not fence its successor.
        if (this.#consumer.memberUntil() > performance.now()) await this.#tryTakingOver();
      } catch (error) {
        this.#parts.logger.warn(
          { err: error, partitions: [...this.#wanted.keys()] },
          'partitions could not be taken over yet; trying again',
        );
      }
      if (this.#wanted.size > 0) await this.#waitForRetry();
    }
  }

  async #waitForRetry(): Promise<void> {
    const waitMs = this.#parts.takeoverRetryMs ?? defaultRetryMs;
    await sleep(waitMs);
  }

  async #tryTakingOver(): Promise<void> {
    const { eventLog, logger } = this.#parts;
    const publisher = (this.#publisher ??= this.#newPublisher());
    const wanted = new Map(this.#wanted);
    this.#waitsFor = `the transactional id ${publisher.transactionalId}`;
    await publisher.open();
    this.#waitsFor = 'the fence of the former publishers';
    const committed = await fenceFormer(eventLog, [...wanted.keys()], logger);
    this.#waitsFor = 'the records published last';
    const found = await Promise.all(
      Array.from(committed, ([partition, commit]) =>
        sourceFrom(eventLog, partition, commit).catch((error: unknown) => {
          const details = { err: error, partition };
          this.#parts.logger.warn(details, 'a partition could not be read yet; trying again');
          return null;
        }),
      ),
    );
    const stillWanted = (source: SourcePartition | null): source is SourcePartition =>
      source !== null &&
      publisher.usable &&
      this.#wanted.get(source.partition) === wanted.get(source.partition);
    this.#waitsFor = "the group's commit";
    // Kafka refuses this commit from an older generation: it can't set back a newer owner.
    await this.#consumer.commit(
      found
        .filter(stillWanted)
        .map((source) => commitOf(source.partition, source.position, publisher.transactionalId)),
    );
    for (const source of found.filter(stillWanted)) this.#begin(publisher, source);
  }

  #begin(publisher: Publisher, source: SourcePartition): void {
    const { partition, position } = source;
    this.#wanted.delete(partition);
    publisher.add(source);
    this.#consumer.seek({ topic: topics.events, partition, offset: position.offset });
    this.#consumer.resume([{ topic: topics.events, partition }]);
  }

  #newPublisher(): Publisher {
    return new Publisher(this.#parts.eventLog, {
      onPublished: (records) => this.#observer.onPublished(records),
      onFailed: (publisher, error) => this.#onFailed(publisher, error),
    });
  }

  #onFailed(publisher: Publisher, error: unknown): void {
    if (this.#publisher !== publisher) return;
    const { partitions } = publisher;
    const details = { err: error, partitions };
    const fenced = error instanceof TransactionError && error.code === 'FENCED';
    if (fenced) this.#parts.logger.info(details, 'another relay took one of these partitions over');
    else this.#parts.logger.warn(details, 'a transaction failed; taking its partitions over again');
    this.#consumer.pause(partitions.map((partition) => ({ topic: topics.events, partition })));
    this.letGo(partitions);
    if (this.#publisher === publisher) this.#retire(publisher);
    if (!this.#stopping) this.takeOver(partitions, !fenced);
  }

  #retire(publisher: Publisher): void {
    this.#publisher = null;
    const closing = publisher.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
