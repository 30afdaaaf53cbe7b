/** Lifecycle of the relay in a process. */
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Config } from '@libs/config';
import type { EventLog, RecordAppender } from '@libs/event-log';
import {
  APPENDER,
  CONFIG,
  EVENT_LOG,
  LOGGER,
  Metrics,
  Progress,
  TRACING,
  type Tracing,
} from '@libs/platform';
import type { Logger } from 'pino';
import { RelayConsumer } from './relay-consumer.js';
import { createRelayMetrics } from './relay-metrics.js';

@Injectable()
export class Relay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #consumer: RelayConsumer;
  readonly #logger: Logger;

  constructor(
    @Inject(EVENT_LOG) eventLog: EventLog,
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) config: Config,
    @Inject(Metrics) metrics: Metrics,
    @Inject(Progress) progress: Progress,
    @Inject(TRACING) tracing: Tracing,
    @Inject(APPENDER) poison: RecordAppender,
  ) {
    this.#logger = logger;
    this.#consumer = new RelayConsumer({
      eventLog,
      logger,
      metrics: createRelayMetrics(metrics),
      poison,
      tracing,
      sessionTimeoutMs: config.FLOWLEDGER_SESSION_TIMEOUT_MS,
    });
    progress.watchConsumer('relay', this.#consumer.consumer);
    progress.addCheck(() => this.#consumer.problem());
  }

  /** Does not wait: an unreachable broker shows in readiness. */
  onApplicationBootstrap(): void {
    this.#consumer.consumer.start().catch((error: unknown) => {
      this.#logger.error({ err: error }, 'the relay could not start');
    });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#consumer.stop();
  }
}
