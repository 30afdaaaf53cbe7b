/** Orders to executions that have begun: appended to the control topic, durable when acknowledged. */
import {
  encodeRecord,
  headers,
  topics,
  type ExecutionCancelRequested,
  type ExecutionResumeRequested,
} from '@libs/contracts';
import type { EventLog, RecordAppender } from '@libs/event-log';
import type { Config } from '@libs/config';
import { CONFIG, EVENT_LOG } from '@libs/platform';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';

@Injectable()
export class ExecutionOrders implements OnApplicationShutdown {
  readonly #appender: RecordAppender;

  constructor(
    @Inject(EVENT_LOG) eventLog: EventLog,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.#appender = eventLog.appender();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#appender.close();
  }

  cancel(order: ExecutionCancelRequested): Promise<void> {
    const type = 'ExecutionCancelRequested';
    return this.#append(type, order.executionId, encodeRecord(type, order));
  }

  resume(order: ExecutionResumeRequested): Promise<void> {
    const type = 'ExecutionResumeRequested';
    return this.#append(type, order.executionId, encodeRecord(type, order));
  }

  async #append(type: string, key: string, value: Buffer): Promise<void> {
    await this.#appender.append(
      { topic: topics.control, key, value, headers: { [headers.eventType]: type } },
      { timeoutMs: this.config.FLOWLEDGER_APPEND_TIMEOUT_MS },
    );
  }
}
