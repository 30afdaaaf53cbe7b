/** Consumer of the work queue, with its lanes: schedules attempts, ends them at shutdown. */
import type { Config } from '@libs/config';
import { delayTiers, groups, topics } from '@libs/contracts';
import type { EventLog } from '@libs/event-log';
import { setTimeout as sleep } from 'node:timers/promises';
import { TrackedConsumer } from '../consuming/tracked-consumer.js';
import type { Ending } from './lane.js';
import { Lanes, type LaneSlots } from './lanes.js';
import {
  type DueDelivery,
  DeliveryAttempt,
  type DeliveryAttemptParts,
} from './delivery-attempt.js';
import { Parking, type ParkTarget } from './parking.js';
import type { BreakerListener } from './told-breakers.js';

export interface SenderParts extends Omit<
  DeliveryAttemptParts,
  'parking' | 'queueAgain' | 'stopping' | 'aborting'
> {
  readonly eventLog: EventLog;
  readonly onBreaker: BreakerListener;
}

/**
 * Due records are small (300 bytes). One partition alone may fill the queues; above that lanes
 * evict, so that no record waits behind another lane's backlog in a paused partition.
 */
const maxOpenPerPartition = 20_000;
const maxQueued = 25_000;
const tendEveryMs = 100;
/**
 * Attempts that end within this time are committed before a stopping process leaves the group, so
 * that they are not read again.
 */
const leaveAfterMs = 300;
/**
 * Answered but unrecorded attempts; a kill repeats these and requests in flight. A busy process has
 * fewer (some 50 ms of work); at the limit nothing more is sent.
 */
export const maxUnrecorded = 500;
/** Share of all sends per account; otherwise one could fill them with hung receivers. */
const accountShareOf = (config: Config): number =>
  Math.max(1, Math.ceil(config.FLOWLEDGER_DELIVERY_CONCURRENCY * config.FLOWLEDGER_ACCOUNT_SHARE));
export class Sender {
  readonly tracked: TrackedConsumer<'DeliveryDue'>;
  readonly lanes: Lanes<DueDelivery>;
  readonly #parts: SenderParts;
  readonly #attempt: DeliveryAttempt;
  readonly #parking: Parking;
  /** Deliveries between claim and fence in this process; a second due record for one waits here. */
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
    this.#attempt = new DeliveryAttempt({
      ...parts,
      parking: this.#parking,
      queueAgain: (due) => this.lanes.offer(due.data.subscriptionId, due),
      stopping: this.#stopping.signal,
      aborting: this.#aborting.signal,
    });
    this.lanes = new Lanes({
      maxRunning: parts.config.FLOWLEDGER_DELIVERY_CONCURRENCY,
      maxRunningPerLane: parts.config.FLOWLEDGER_ENDPOINT_CONCURRENCY,
      maxRunningPerAccount: accountShareOf(parts.config),
      maxQueued,
      tierDelaysMs: delayTiers.map(({ delayMs }) => delayMs / parts.config.FLOWLEDGER_DELAY_SCALE),
      run: (due, slots) => this.#run(due, slots),
      onEvicted: (due, tierIndex) => void this.#parking.park(due, tierIndex),
      onBreaker: parts.onBreaker,
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
      onRecords: (records) => {
        // By subscription, not by record key: older releases used the receiver's origin as key.
        for (const due of records) this.lanes.offer(due.data.subscriptionId, due);
      },
      onLost: () => this.lanes.disown(),
    });
  }

  /** Attempts that were answered but not recorded yet. */
  get unrecorded(): number {
    return this.#unrecorded;
  }

  async start(): Promise<void> {
    this.#tendTimer = setInterval(() => this.lanes.tend(), tendEveryMs);
    await this.tracked.start();
  }

  /** Where to park directly if the receiver is known to accept none now; null: unknown. */
  parkTargetOf(subscriptionId: string): ParkTarget | null {
    const tierIndex = this.lanes.parkTierOf(subscriptionId);
    return tierIndex === null ? null : this.#parking.targetIn(tierIndex);
  }

  /** Parks a tier's due record if its receiver is known to accept none. @returns whether it did */
  parks(due: DueDelivery): boolean {
    const tierIndex = this.lanes.parkTierOf(due.data.subscriptionId);
    if (tierIndex !== null) void this.#parking.park(due, tierIndex);
    return tierIndex !== null;
  }

  /**
   * Waits for attempts in flight, then aborts them and gives their steps back. It leaves the group
   * first, so that one receiver does not delay the others; the next owner finds those steps leased.
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

  /** Resolves when the lane's slot is free, before the outcome is recorded. Never rejects. */
  async #run(due: DueDelivery, slots: LaneSlots): Promise<Ending> {
    // The partition's new owner reads it; two processes would only compete at the fence.
    if (due.lost || this.#stopping.signal.aborted) return 'unsent';
    const { deliveryId } = due.data;
    const other = this.#inProgress.get(deliveryId);
    if (other !== undefined) {
      void other.then(() => this.lanes.offer(due.data.subscriptionId, due));
      return 'unsent';
    }
    const { promise: laneIsFree, resolve: freeLane } = Promise.withResolvers<Ending>();
    const work = this.#attempt
      .make(due, { slots, free: freeLane })
      .catch((error: unknown) => {
        // Left unsettled: read again by the next owner, or reissued by the sweeper.
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
