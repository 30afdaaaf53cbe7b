/** Puts redeliveries on their way: the fact and the order, acknowledged. If that fails, the saga's sweeper issues them later. */
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { topics } from '@libs/contracts';
import type { Config } from '@libs/config';
import { dueRecord, endpointKeyOf, stateChangedRecord } from '@libs/delivery';
import type { EventLog, RecordAppender } from '@libs/event-log';
import { CONFIG, EVENT_LOG } from '@libs/platform';

/** A fence that was set back to pending. */
export interface PendingRow {
  delivery_id: string;
  subscription_id: string;
  step: number;
  url: string;
}

@Injectable()
export class RedeliveryOrders implements OnModuleDestroy {
  readonly #appender: RecordAppender;
  readonly #timeoutMs: number;

  constructor(@Inject(EVENT_LOG) eventLog: EventLog, @Inject(CONFIG) config: Config) {
    this.#appender = eventLog.appender();
    this.#timeoutMs = config.FLOWLEDGER_APPEND_TIMEOUT_MS;
  }

  async onModuleDestroy(): Promise<void> {
    await this.#appender.close();
  }

  /** @throws AppendError when the log does not acknowledge in time */
  async issue(rows: readonly PendingRow[], trigger: 'manual' | 'recovery'): Promise<void> {
    const now = Date.now();
    const records = rows.flatMap((row) => {
      const ids = { deliveryId: row.delivery_id, subscriptionId: row.subscription_id };
      return [
        stateChangedRecord({
          ...ids,
          state: 'pending',
          reason: 'REDELIVERY_REQUESTED',
          nextDueAt: now,
          occurredAt: now,
        }),
        dueRecord(topics.deliveryRequests, {
          ...ids,
          step: row.step,
          endpointKey: endpointKeyOf(row.url),
          dueAt: now,
          trigger,
        }),
      ];
    });
    await Promise.all(
      records.map((record) => this.#appender.append(record, { timeoutMs: this.#timeoutMs })),
    );
  }
}
