/** Lifecycle of the saga in a process: fan-out, sender, one relay per delay tier, sweeper. */
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { delayTiers, topics } from '@libs/contracts';
import type { Config } from '@libs/config';
import { createEgressClient, createEgressPolicy, type EgressClient } from '@libs/egress';
import type { EventLog, RecordAppender } from '@libs/event-log';
import type { Database, WorkspaceCipher } from '@libs/persistence';
import {
  CONFIG,
  DATABASE,
  EVENT_LOG,
  LogCensus,
  LOGGER,
  Metrics,
  Progress,
  ReadModelProgress,
  TRACING,
  WORKSPACE_CIPHER,
  type Tracing,
} from '@libs/platform';
import type { Logger } from 'pino';
import { DelayRelay } from './delay/delay-relay.js';
import { createDeliveryMetrics } from './delivery-metrics.js';
import { FanOut } from './fan-out/fan-out.js';
import { handedOverTo } from './fan-out/handed-over.js';
import { Fence } from './fence/fence.js';
import { deliveriesCheckpointSql } from './fence/fence.sql.js';
import { Recoverer } from './recovery/recoverer.js';
import { Sender } from './sender/sender.js';
import { BreakerStandings } from './subscriptions/breaker-standings.js';
import { PageNews } from './subscriptions/page-news.js';
import { SubscriptionHealth } from './subscriptions/subscription-health.js';
import { Sweeper } from './sweeper.js';

/** How long a stopping process waits for receivers before it gives the steps back. */
const stopGraceMs = 5_000;
/** Time from claim to POST plus time from the answer to the fence update. */
const maxLeaseMarginMs = 10_000;

@Injectable()
export class Delivery implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger: Logger;
  readonly #appender: RecordAppender;
  readonly #egress: EgressClient;
  readonly #fanOut: FanOut;
  readonly #sender: Sender;
  readonly #relays: readonly DelayRelay[];
  readonly #sweeper: Sweeper;
  readonly #recoverer: Recoverer;
  readonly #census: LogCensus;
  readonly #breakers: BreakerStandings;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(EVENT_LOG) eventLog: EventLog,
    @Inject(DATABASE) database: Database,
    @Inject(LOGGER) logger: Logger,
    @Inject(Metrics) metricsRegistry: Metrics,
    @Inject(Progress) progress: Progress,
    @Inject(TRACING) tracing: Tracing,
    @Inject(ReadModelProgress) projected: ReadModelProgress,
    @Inject(WORKSPACE_CIPHER) cipher: WorkspaceCipher,
  ) {
    const { pool } = database;
    const timeoutMs = config.FLOWLEDGER_DELIVERY_TIMEOUT_MS;
    const metrics = createDeliveryMetrics(metricsRegistry);
    const appender = eventLog.appender();
    const fence = new Fence(pool, timeoutMs + Math.min(maxLeaseMarginMs, timeoutMs));
    const news = new PageNews(appender, logger);
    const health = new SubscriptionHealth({
      pool,
      appender,
      config,
      news,
      onDeactivated: (reason) => metrics.deactivated(reason),
    });
    this.#logger = logger;
    this.#appender = appender;
    this.#egress = createEgressClient({
      policy: createEgressPolicy({ allow: config.EGRESS_ALLOW }),
      // Lanes bound concurrency per receiver. A host's hung subscriptions must not use up the
      // connections of its other subscriptions.
      maxConnectionsPerOrigin: config.FLOWLEDGER_DELIVERY_CONCURRENCY,
    });
    this.#breakers = new BreakerStandings({ pool, news, logger });
    this.#sender = new Sender({
      onBreaker: (...changed) => this.#breakers.note(...changed),
      eventLog,
      appender,
      fence,
      health,
      config,
      logger,
      metrics,
      tracing,
      egress: this.#egress,
      cipher,
      random: Math.random,
    });
    this.#fanOut = new FanOut({
      eventLog,
      appender,
      pool,
      progress: projected,
      fence,
      config,
      logger,
      parkTargetOf: (subscriptionId) => this.#sender.parkTargetOf(subscriptionId),
      onParked: (tier) => metrics.parked(tier),
    });
    this.#census = new LogCensus({
      ...{ subject: 'deliveries', topic: topics.completed, database, eventLog, logger },
      // Committed completions have their fences. Without a recorded offset nothing is sent again.
      storedTo: () => handedOverTo(eventLog),
      beginAt: () => Promise.resolve(new Map()),
      before: () => this.#catchUp(eventLog, pool, fence),
      restore: (records) => this.#fanOut.again(records),
    });
    this.#relays = delayTiers.map(
      (tier) =>
        new DelayRelay({
          eventLog,
          appender,
          logger,
          tier,
          sessionTimeoutMs: config.FLOWLEDGER_SESSION_TIMEOUT_MS,
          parks: (due) => this.#sender.parks(due),
          onReleased: (latenessMs) => metrics.released(tier.name, latenessMs),
        }),
    );
    this.#recoverer = new Recoverer({ pool, appender, news, logger });
    this.#sweeper = new Sweeper({
      fence,
      health,
      appender,
      logger,
      queue: this.#sender.tracked.consumer,
      delayScale: config.FLOWLEDGER_DELAY_SCALE,
      onReissued: (count) => metrics.reissued(count),
    });
    metrics.watch({
      queued: () => this.#sender.lanes.queued,
      deepest: () => this.#sender.lanes.deepest,
      oldestPendingMs: () => this.#sweeper.oldestPendingMs,
      running: () => this.#sender.lanes.running,
      unrecorded: () => this.#sender.unrecorded,
      lanes: () => this.#sender.lanes.standing,
      waiting: () =>
        new Map(this.#relays.map((relay, index) => [delayTiers[index]?.name ?? '', relay.waiting])),
    });
    progress.addCheck(() => {
      const unreadable = [this.#fanOut, this.#sender, ...this.#relays]
        .map(({ tracked }) => tracked.unreadable)
        .reduce((sum, count) => sum + count, 0);
      return unreadable === 0
        ? null
        : { part: 'delivery', problem: `${unreadable} records are of a newer release` };
    });
    progress.watchConsumer('delivery fan-out', this.#fanOut.tracked.consumer);
    progress.watchConsumer('delivery sender', this.#sender.tracked.consumer);
    for (const [index, relay] of this.#relays.entries()) {
      progress.watchConsumer(
        `delivery delay ${delayTiers[index]?.name ?? ''}`,
        relay.tracked.consumer,
      );
    }
  }

  /** Does not wait: an unreachable broker shows in readiness. */
  onApplicationBootstrap(): void {
    const starts = [
      this.#fanOut.tracked.start(),
      this.#sender.start(),
      ...this.#relays.map((relay) => relay.tracked.start()),
    ];
    Promise.all(starts).catch((error: unknown) =>
      this.#logger.error({ err: error }, 'the delivery saga could not start'),
    );
    this.#sweeper.start();
    this.#recoverer.start();
    this.#breakers.start();
    this.#census.start();
  }

  /** Retries of a restored database continue from the read model, once it has read all events. */
  async #catchUp({ admin }: EventLog, pool: Database['pool'], fence: Fence): Promise<void> {
    const ends = await admin.endOffsets(topics.deliveryEvents);
    const { rows } = await pool.query<{ partition: number; next_offset: string }>(
      deliveriesCheckpointSql,
      [topics.deliveryEvents],
    );
    const read = new Map(rows.map((row) => [row.partition, Number(row.next_offset)]));
    for (const [partition, end] of ends)
      if ((read.get(partition) ?? 0) < end)
        throw new Error(
          `the read model has not read partition ${partition} of deliveries up to ${end}`,
        );
    await fence.catchUpAll();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#sweeper.stop();
    await Promise.all([
      this.#recoverer.stop(),
      this.#fanOut.stop(),
      this.#census.stop(),
      this.#sender.stop(stopGraceMs),
      ...this.#relays.map((relay) => relay.stop()),
    ]);
    await this.#breakers.stop();
    await this.#appender.close();
    await this.#egress.close();
  }
}
