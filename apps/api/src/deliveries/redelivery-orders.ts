/**
 * Appends redeliveries to Kafka: the fact and the due record, both acknowledged. If that fails, the
 * saga's sweeper appends them later.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@libs/config';
import { redeliveryRecords, type RedeliveryRow } from '@libs/delivery';
import type { RecordAppender } from '@libs/event-log';
import { APPENDER, CONFIG } from '@libs/platform';

@Injectable()
export class RedeliveryOrders {
  constructor(
    @Inject(APPENDER) private readonly appender: RecordAppender,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppendError when Kafka does not acknowledge in time */
  async issue(rows: readonly RedeliveryRow[]): Promise<void> {
    const now = Date.now();
    const records = rows.flatMap((row) => redeliveryRecords(row, 'manual', now));
    const timeoutMs = this.config.FLOWLEDGER_APPEND_TIMEOUT_MS;
    await Promise.all(records.map((record) => this.appender.append(record, { timeoutMs })));
  }
}
