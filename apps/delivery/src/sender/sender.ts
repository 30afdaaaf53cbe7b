/** The work queue's consumer and its lanes: which order is attempted when, and what happens to attempts when the process stops. */
import type { Config } from '@libs/config';
import { delayTiers, groups, topics } from '@libs/contracts';
import type { EventLog } from '@libs/event-log';
import { setTimeout as sleep } from 'node:timers/promises';
import { TrackedConsumer } from '../consuming/tracked-consumer.js';
import type { Ending } from './lane.js';
import { Lanes, type LaneTurn } from './lanes.js';
import { type HeldOrder, OrderAttempt, type OrderAttemptParts } from './order-attempt.js';
import { Parking, type ParkingPlace } from './parking.js';

export interface SenderParts extends Omit<
  OrderAttemptParts,
  'parking' | 'queueAgain' | 'stopping' | 'aborting'
> {
  readonly eventLog: EventLog;
}

/**
 * Orders are small (300 bytes). One partition alone may fill the queues; beyond that the lanes give back what they can't serve soon,
 * so that nobody waits behind a neighbour's backlog in a paused partition.
 */
const maxOpenPerPartition = 20_000;
const maxQueued = 25_000;
const tendEveryMs = 100;
/** What ends within this time is committed before a stopping process leaves the group, so that nobody reads it again. */
const leaveAfterMs = 300;
/**
 * Answered, and not recorded yet: what a kill repeats besides the requests in flight. More than a busy process has under way to the log and
 * the database (some 50 ms of it); when these take nothing, nothing more is sent.
 */
export const maxUnrecorded = 500;
/** Of all sends at a time, how many may be for one account; alone it could otherwise fill them with hung receivers. */
const accountShareOf = (config: Config): number =>
  Math.max(1, Math.ceil(config.FLOWLEDGER_DELIVERY_CONCURRENCY * config.FLOWLEDGER_ACCOUNT_SHARE));
export class Sender {
  readonly tracked: TrackedConsumer<'DeliveryDue'>;
  readonly lanes: Lanes<HeldOrder>;
  readonly #parts: SenderParts;
  readonly #attempt: OrderAttempt;
  readonly #parking: Parking;
  /** Deliveries between claim and fence in this process: a second order for one waits here. */
  readonly #inProgress = new Map<string, Promise<void>>();
  #unrecorded = 0;
  /** No new work. */
  readonly #stopping = new AbortController();
  /** No waiting for answers either. */
  readonly #aborting = new AbortController();
  #tendTimer: NodeJS.Timeout | undefined;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#parking = new Parking(parts, this.#stopping.signal);
    this.#attempt = new OrderAttempt({
      ...parts,
      parking: this.#parking,
      queueAgain: (order) => this.lanes.offer(order.data.subscriptionId, order),
      stopping: this.#stopping.signal,
      aborting: this.#aborting.signal,
    });
    this.lanes = new Lanes({
      maxRunning: parts.config.FLOWLEDGER_DELIVERY_CONCURRENCY,
      maxRunningPerLane: parts.config.FLOWLEDGER_ENDPOINT_CONCURRENCY,
      maxRunningPerAccount: accountShareOf(parts.config),
      maxQueued,
      tierDelaysMs: delayTiers.map(({ delayMs }) => delayMs / parts.config.FLOWLEDGER_DELAY_SCALE),
      run: (order, turn) => this.#run(order, turn),
      onEvicted: (order, tierIndex) => void this.#parking.park(order, tierIndex),
      maySend: () => this.#unrecorded < maxUnrecorded,
      now: () => performance.now(),
    });
    this.tracked = new TrackedConsumer({
      eventLog: parts.eventLog,
      poison: parts.appender,
      logger: parts.logger,
      groupId: groups.deliverySender,
      topic: topics.deliveryRequests,
      type: 'DeliveryDue',
      sessionTimeoutMs: parts.config.FLOWLEDGER_SESSION_TIMEOUT_MS,
      maxOpenPerPartition,
      onRecords: (orders) => {
        // By subscription and not by the record's key: records of older versions are keyed by the receiver's origin.
        for (const order of orders) this.lanes.offer(order.data.subscriptionId, order);
      },
      onLost: () => this.lanes.disown(),
    });
  }

  /** Attempts whose answer came and whose outcome is not recorded yet. */
  get unrecorded(): number {
    return this.#unrecorded;
  }

  async start(): Promise<void> {
    this.#tendTimer = setInterval(() => this.lanes.tend(), tendEveryMs);
    await this.tracked.start();
  }

  /** Where to park an order for a receiver that is known here to take none now, instead of sending it through the work queue; null: unknown. */
  placeFor(subscriptionId: string): ParkingPlace | null {
    const tierIndex = this.lanes.parkTierOf(subscriptionId);
    return tierIndex === null ? null : this.#parking.placeIn(tierIndex);
  }

  /** Parks an order of a tier that is due, if its receiver is known here to take none now. @returns whether it did */
  parks(order: HeldOrder): boolean {
    const tierIndex = this.lanes.parkTierOf(order.data.subscriptionId);
    if (tierIndex !== null) void this.#parking.park(order, tierIndex);
    return tierIndex !== null;
  }

  /**
   * Waits for attempts in flight, then cuts them off; their steps are given back. Its partitions it gives up before that: who waits for
   * one receiver must not keep the orders for all others. The next owner finds the steps of those attempts held, or gone on.
   */
  async stop(graceMs: number): Promise<void> {
    clearInterval(this.#tendTimer);
    this.tracked.drain();
    this.lanes.clear();
    this.#stopping.abort();
    const cutOff = setTimeout(() => this.#aborting.abort(), graceMs);
    const ended = Promise.all(this.#inProgress.values());
    await Promise.race([ended, sleep(leaveAfterMs, undefined, { ref: false })]);
    await this.tracked.stop();
    await ended;
    clearTimeout(cutOff);
  }

  /** Resolves when the lane is free again, which is before the outcome is recorded. Never rejects. */
  async #run(order: HeldOrder, turn: LaneTurn): Promise<Ending> {
    // The new owner of the partition reads it; two processes would only meet at the fence.
    if (order.lost || this.#stopping.signal.aborted) return 'unsent';
    const { deliveryId } = order.data;
    const other = this.#inProgress.get(deliveryId);
    if (other !== undefined) {
      void other.then(() => this.lanes.offer(order.data.subscriptionId, order));
      return 'unsent';
    }
    const { promise: laneIsFree, resolve: freeLane } = Promise.withResolvers<Ending>();
    const work = this.#attempt
      .make(order, { turn, free: freeLane })
      .catch((error: unknown) => {
        // Left unsettled: read again by the next owner, or re-issued by the sweeper.
        if (!this.#stopping.signal.aborted)
          this.#parts.logger.error({ err: error, deliveryId }, 'attempt not recorded');
      })
      .finally(() => {
        this.#inProgress.delete(deliveryId);
        freeLane('unsent');
      });
    this.#inProgress.set(deliveryId, work);
    const ending = await laneIsFree;
    if (ending !== 'unsent') this.#awaitRecord(work);
    return ending;
  }

  #awaitRecord(work: Promise<void>): void {
    this.#unrecorded += 1;
    void work.then(() => {
      this.#unrecorded -= 1;
      if (this.#unrecorded === maxUnrecorded - 1) this.lanes.sendAll();
    });
  }
}
