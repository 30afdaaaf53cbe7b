/**
 * Passes fetched batches to the handler, one at a time per partition, and repeats a batch that
 * failed. kafkajs would crash the consumer on a handler's error, so it never sees one. It does see
 * a rebalance between attempts, so a failing handler cannot block the group.
 */
import { ownTurn } from '@libs/event-loop';
import type { EachBatchPayload } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLogLogger } from '../../options.js';
import type { ReceivedBatch } from '../../ports.js';
import { Backoff } from '../client/backoff.js';
import { partitionKey, type ConsumerPositions, type PartitionState } from './consumer-positions.js';
import { receivedRecords } from './received-record.js';
import { isCurrent } from '../append/stale-batches.js';

const retryWait = { firstMs: 100, maxMs: 5000 };

/** One per supervised consumer: batches in progress outlive a rebuild of the kafkajs consumer. */
export class BatchDelivery {
  readonly #running = new Map<string, Promise<unknown>>();
  lastFinishedAtMs = 0;

  constructor(
    private readonly onBatch: (batch: ReceivedBatch) => Promise<void>,
    private readonly positions: ConsumerPositions,
    private readonly heartbeatMs: number,
    private readonly log: EventLogLogger,
    private readonly gatherMs = 0,
  ) {}

  get inProgress(): number {
    return this.#running.size;
  }

  /**
   * @param closed aborts when the kafkajs consumer that fetched the batch is being closed
   * @throws the error of a heartbeat between two attempts (a rebalance); kafkajs then joins again
   */
  async deliver(payload: EachBatchPayload, closed: AbortSignal): Promise<void> {
    const { messages } = payload.batch;
    await ownTurn(messages.reduce((sum, { value }) => sum + (value?.length ?? 0), 0));
    const key = partitionKey(payload.batch);
    // Happens only after a rebuild: the previous kafkajs consumer's handler may still be running.
    for (let other = this.#running.get(key); other; other = this.#running.get(key)) await other;
    const state = this.positions.get(payload.batch);
    if (state === undefined || this.#outdated(payload, state, closed)) return;
    const nextFetchAtMs = performance.now() + this.gatherMs;
    const run = this.#attempt(payload, state, closed).finally(() => {
      this.#running.delete(key);
      this.lastFinishedAtMs = performance.now();
    });
    this.#running.set(
      key,
      run.catch(() => undefined),
    );
    await run;
    // kafkajs fetches again once this batch is finished, so waiting here delays the next fetch.
    const restMs = nextFetchAtMs - performance.now();
    if (restMs > 0) await sleep(restMs, undefined, { signal: closed }).catch(() => undefined);
  }

  async #attempt(
    payload: EachBatchPayload,
    state: PartitionState,
    closed: AbortSignal,
  ): Promise<void> {
    const { batch, isStale, resolveOffset } = payload;
    const received: ReceivedBatch = {
      topic: batch.topic,
      partition: batch.partition,
      records: receivedRecords(batch.topic, batch.partition, batch.messages),
      highWatermark: Number(batch.highWatermark),
    };
    const backoff = new Backoff(retryWait);
    while (!(await this.#handled(received))) {
      await this.#waitAsMember(backoff.take(), payload, closed);
      if (this.#outdated(payload, state, closed)) return;
    }
    if (isStale() || !isCurrent(batch)) return; // The handler sought elsewhere.
    const lastOffset = batch.lastOffset();
    resolveOffset(lastOffset);
    state.position = Number(lastOffset) + 1;
  }

  async #handled(batch: ReceivedBatch): Promise<boolean> {
    try {
      await this.onBatch(batch);
      return true;
    } catch (error) {
      const { topic, partition } = batch;
      const details = { err: error, topic, partition, offset: batch.records[0]?.offset };
      this.log.error(details, 'batch not handled; reading it again');
      return false;
    }
  }

  async #waitAsMember(
    waitMs: number,
    { heartbeat }: EachBatchPayload,
    closed: AbortSignal,
  ): Promise<void> {
    let leftMs = waitMs;
    while (leftMs > 0) {
      await sleep(Math.min(leftMs, this.heartbeatMs), undefined, { signal: closed }).catch(
        () => undefined,
      );
      if (closed.aborted) return;
      await heartbeat();
      leftMs -= this.heartbeatMs;
    }
  }

  /**
   * The batch is no longer wanted here. Its records stay in the log for the next reader to fetch.
   */
  #outdated(
    { batch, isRunning, isStale }: EachBatchPayload,
    state: PartitionState,
    closed: AbortSignal,
  ): boolean {
    return (
      closed.aborted ||
      !isRunning() ||
      isStale() ||
      !isCurrent(batch) ||
      state.paused ||
      this.positions.get(state) !== state
    );
  }
}
