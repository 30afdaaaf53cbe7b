/**
 * Appends control commands for begun executions to the control topic; durable once acknowledged. A
 * cancellation is also a row in Postgres, so that no descendant of the execution starts any more.
 */
import {
  headers,
  recordOf,
  type ExecutionCancelRequested,
  type ExecutionResumeRequested,
  type KeyedRecord,
} from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import type { Config } from '@libs/config';
import { recordCancellation, type Database } from '@libs/persistence';
import { APPENDER, CONFIG, DATABASE } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';

@Injectable()
export class ExecutionOrders {
  constructor(
    @Inject(APPENDER) private readonly appender: RecordAppender,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * The control command goes first: a row alone would stop the descendants and leave the
   * execution waiting for them.
   */
  async cancel(order: ExecutionCancelRequested): Promise<void> {
    await this.#append(recordOf('ExecutionCancelRequested', order));
    await recordCancellation(this.database.pool, order.executionId, order.workspaceId);
  }

  /** @param workspaceId of the caller; null for a caller with the execution's token */
  resume(order: ExecutionResumeRequested, workspaceId: string | null = null): Promise<void> {
    const marks = workspaceId === null ? {} : { [headers.actsFor]: workspaceId };
    return this.#append(recordOf('ExecutionResumeRequested', order, marks));
  }

  async #append(record: KeyedRecord): Promise<void> {
    const timeoutMs = this.config.FLOWLEDGER_APPEND_TIMEOUT_MS;
    await this.appender.append(record, { timeoutMs });
  }
}
