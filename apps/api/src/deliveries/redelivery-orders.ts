/**
 * Appends redeliveries to Kafka: the fact and the due record, both acknowledged. If that fails, the
 * saga's sweeper appends them later.
 */
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '@libs/config';
import { redeliveryRecords, type RedeliveryRow } from '@libs/delivery';
import type { EventLog, RecordAppender } from '@libs/event-log';
import { CONFIG, EVENT_LOG } from '@libs/platform';

@Injectable()
export class RedeliveryOrders implements OnApplicationShutdown {
  readonly #appender: RecordAppender;
  readonly #timeoutMs: number;

  constructor(@Inject(EVENT_LOG) eventLog: EventLog, @Inject(CONFIG) config: Config) {
    this.#appender = eventLog.appender();
    this.#timeoutMs = config.FLOWLEDGER_APPEND_TIMEOUT_MS;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#appender.close();
  }

  /** @throws AppendError when Kafka does not acknowledge in time */
  async issue(rows: readonly RedeliveryRow[]): Promise<void> {
    const now = Date.now();
    const records = rows.flatMap((row) => redeliveryRecords(row, 'manual', now));
    await Promise.all(
      records.map((record) => this.#appender.append(record, { timeoutMs: this.#timeoutMs })),
    );
  }
}
