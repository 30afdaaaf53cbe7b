/** Runs the live tail in the api process: started and stopped with it, watched by readiness. */
import type { EventLog } from '@libs/event-log';
import { EVENT_LOG, LOGGER, Progress } from '@libs/platform';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { type ExecutionLedgerEvent, LiveTail, type Waiter } from './live-tail.js';

@Injectable()
export class LiveTailReader implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #tail: LiveTail;

  constructor(
    @Inject(EVENT_LOG) eventLog: EventLog,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Progress) progress: Progress,
  ) {
    this.#tail = new LiveTail(eventLog, logger);
    progress.watchConsumer('live-tail', this.#tail.consumer);
  }

  onApplicationBootstrap(): void {
    this.#tail.consumer
      .start()
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'the live tail could not start'),
      );
  }

  onApplicationShutdown(): Promise<void> {
    return this.#tail.consumer.stop();
  }

  isLive(): boolean {
    return this.#tail.isLive();
  }

  waitFor(executionId: string): Waiter {
    return this.#tail.waitFor(executionId);
  }

  /**
   * Calls `tell` for every event of an execution from now on.
   * @returns a function that stops it
   */
  follow(executionId: string, tell: (event: ExecutionLedgerEvent) => void): () => void {
    return this.#tail.follow(executionId, tell);
  }
}
