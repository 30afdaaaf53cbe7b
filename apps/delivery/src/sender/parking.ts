/**
 * Parks a due record: the same step goes into a delay tier without spending an attempt. Nothing
 * waits for that, so parking is batched: a hung receiver's records arrive one by one, and each
 * alone would cost a statement, a broker request and a fetch. A due record settles when the tier
 * has it.
 */
import type { Config } from '@libs/config';
import { delayTiers, type DeliveryDue } from '@libs/contracts';
import { type DelayTier, dueInTier, dueRecord } from '@libs/delivery';
import type { RecordAppender } from '@libs/event-log';
import { BatchedCall, retryUntil } from '@libs/platform';
import type { Logger } from 'pino';
import type { OpenRecord } from '../consuming/tracked-consumer.js';
import type { DeliveryMetrics } from '../delivery-metrics.js';
import type { Fence } from '../fence/fence.js';

export interface ParkingParts {
  readonly fence: Fence;
  readonly appender: RecordAppender;
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: DeliveryMetrics;
  readonly random: () => number;
}

export interface ParkTarget {
  readonly tier: DelayTier;
  /** Epoch ms. */
  readonly dueAt: number;
}

interface Parked extends ParkTarget {
  readonly due: OpenRecord<'DeliveryDue'>;
}

/** Short compared with the smallest tier. */
const gatherMs = 100;
/** One event-loop turn encodes the whole batch, which may delay a healthy receiver's delivery. */
const maxParked = 200;

export class Parking {
  readonly #parts: ParkingParts;
  readonly #stopped: AbortSignal;
  readonly #batches: BatchedCall<Parked, undefined>;

  constructor(parts: ParkingParts, stopped: AbortSignal) {
    this.#parts = parts;
    this.#stopped = stopped;
    this.#batches = new BatchedCall((batch) => this.#parkAll(batch), maxParked, 0, gatherMs);
  }

  targetIn(tierIndex: number): ParkTarget {
    const { config, random } = this.#parts;
    const tier = delayTiers[tierIndex] ?? delayTiers[0];
    const dueAt = dueInTier(tier, {
      endedAt: Date.now(),
      random: random(),
      delayScale: config.FLOWLEDGER_DELAY_SCALE,
    });
    return { tier, dueAt };
  }

  /** Never rejects: a record that could not be parked before the process stops is read again. */
  async park(due: OpenRecord<'DeliveryDue'>, tierIndex: number): Promise<void> {
    try {
      await this.#batches.call({ due, ...this.targetIn(tierIndex) });
    } catch (error) {
      const { deliveryId } = due.data;
      if (!this.#stopped.aborted)
        this.#parts.logger.error({ err: error, deliveryId }, 'due delivery not parked');
    }
  }

  async #parkAll(batch: readonly Parked[]): Promise<undefined[]> {
    const { fence, logger, appender, metrics } = this.#parts;
    const postponed = batch.map(({ due, dueAt }) => ({
      deliveryId: due.data.deliveryId,
      dueAt,
    }));
    await retryUntil('parking deliveries', logger, () => fence.postpone(postponed), {
      stopped: this.#stopped,
    });
    return Promise.all(
      batch.map(async ({ due, tier, dueAt }) => {
        const parked: DeliveryDue = { ...due.data, dueAt };
        await appender.append(dueRecord(tier.topic, parked));
        due.settle();
        metrics.parked(tier.name);
        return undefined;
      }),
    );
  }
}
