/** Lifecycle of the projector: its consumers start and stop with the process. */
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Config } from '@libs/config';
import type { EventLog, RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import {
  APPENDER,
  CONFIG,
  DATABASE,
  EVENT_LOG,
  LOGGER,
  Metrics,
  Progress,
  retryUntil,
} from '@libs/platform';
import type { Logger } from 'pino';
import { deliveriesProjection } from './deliveries/deliveries.projection.js';
import { createProjectionMetrics } from './engine/projection-metrics.js';
import { ProjectionConsumer } from './engine/projection-consumer.js';
import { executionsProjection } from './executions/executions.projection.js';
import { AuditReader } from './feed/audit-reader.js';
import { ChangeFeed } from './feed/change-feed.js';

const startRetryMs = 1_000;

@Injectable()
export class Projector implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #consumers: readonly ProjectionConsumer[];
  readonly #audit: AuditReader;
  readonly #feed: ChangeFeed;
  readonly #logger: Logger;
  readonly #stopping = new AbortController();

  constructor(
    @Inject(EVENT_LOG) eventLog: EventLog,
    @Inject(DATABASE) database: Database,
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) config: Config,
    @Inject(Metrics) metrics: Metrics,
    @Inject(Progress) progress: Progress,
    @Inject(APPENDER) appender: RecordAppender,
  ) {
    this.#logger = logger;
    this.#feed = new ChangeFeed({ appender, pool: database.pool, logger });
    const parts = {
      eventLog,
      pool: database.pool,
      logger,
      metrics: createProjectionMetrics(metrics),
      poison: appender,
      pages: this.#feed,
      sessionTimeoutMs: config.FLOWLEDGER_SESSION_TIMEOUT_MS,
    };
    this.#consumers = [executionsProjection, deliveriesProjection].map((projection) => {
      const consumer = new ProjectionConsumer(projection, parts);
      progress.watchConsumer(`projector ${projection.name}`, consumer.consumer);
      progress.addCheck(() => consumer.problem());
      return consumer;
    });
    this.#audit = new AuditReader(eventLog, this.#feed);
    progress.watchConsumer('projector audit', this.#audit.consumer);
  }

  /** Does not wait: an unreachable broker shows in readiness. */
  onApplicationBootstrap(): void {
    const patience = { delayMs: startRetryMs, stopped: this.#stopping.signal };
    for (const consumer of [...this.#consumers, this.#audit.consumer])
      retryUntil('starting a projection', this.#logger, () => consumer.start(), patience).catch(
        () => undefined,
      );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(
      [...this.#consumers, this.#audit.consumer].map((consumer) => consumer.stop()),
    );
    await this.#feed.stop();
  }
}
