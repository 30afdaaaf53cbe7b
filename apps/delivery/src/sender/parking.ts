/** Not now, and without spending an attempt: the same step goes into a tier. The order is settled when the tier has it. */
import type { Config } from '@libs/config';
import { delayTiers, type DeliveryDue } from '@libs/contracts';
import { dueInTier, dueRecord } from '@libs/delivery';
import type { RecordAppender } from '@libs/event-log';
import { untilItWorks } from '@libs/platform';
import type { Logger } from 'pino';
import type { HeldRecord } from '../consuming/tracked-consumer.js';
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

export class Parking {
  readonly #parts: ParkingParts;
  readonly #stopped: AbortSignal;

  constructor(parts: ParkingParts, stopped: AbortSignal) {
    this.#parts = parts;
    this.#stopped = stopped;
  }

  /** Never rejects: what could not be parked before the process stops is read again. */
  async park(order: HeldRecord<'DeliveryDue'>, tierIndex: number): Promise<void> {
    const { fence, logger, appender, config, random, metrics } = this.#parts;
    const tier = delayTiers[tierIndex] ?? delayTiers[0];
    const dueAt = dueInTier(tier, {
      endedAt: Date.now(),
      random: random(),
      delayScale: config.FLOWLEDGER_DELAY_SCALE,
    });
    const due: DeliveryDue = { ...order.data, dueAt };
    try {
      await untilItWorks(
        'parking a delivery',
        logger,
        () => fence.postpone(due.deliveryId, dueAt),
        { stopped: this.#stopped },
      );
      await appender.append(dueRecord(tier.topic, due));
      order.settle();
      metrics.parked(tier.name);
    } catch (error) {
      if (!this.#stopped.aborted)
        logger.error({ err: error, deliveryId: due.deliveryId }, 'order not parked');
    }
  }
}
