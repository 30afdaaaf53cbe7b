/**
 * The parts that a process has once and shares with its apps: configuration, event log, database,
 * logger, progress, metrics, health. The process opens and closes them (`runProcess`), not Nest;
 * except the appender. Runner and delivery saga have appenders of their own, whose back-pressure
 * tells them how far they are ahead of the log.
 */
import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import type { Config } from '@libs/config';
import type { EventLog, RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import type { Logger } from 'pino';
import { ClockOffset } from './clock-offset.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.js';
import { Progress } from './progress.js';
import { ReadModelProgress } from './read-model-progress.js';
import { Readiness } from './readiness.js';
import { noTracing, type Tracing } from './telemetry/tracing.js';
import { APPENDER, CONFIG, DATABASE, EVENT_LOG, LOGGER, TRACING } from './tokens.js';
import { TopicDrift } from './topic-drift.js';

export interface PlatformParts {
  readonly config: Config;
  readonly eventLog: EventLog;
  readonly database: Database;
  readonly logger: Logger;
  /** Default: none. */
  readonly tracing?: Tracing;
}

@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(@Inject(APPENDER) private readonly appender: RecordAppender) {}

  /** The last step of a shutdown: requests in progress have ended. */
  async onApplicationShutdown(): Promise<void> {
    await this.appender.close();
  }

  static forParts(parts: PlatformParts): DynamicModule {
    return {
      module: PlatformModule,
      // Its own logging would repeat every failed probe; the answer says it all.
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [
        HealthController,
        ...(parts.config.FLOWLEDGER_OPS_PORT === undefined ? [MetricsController] : []),
      ],
      providers: [
        { provide: CONFIG, useValue: parts.config },
        { provide: EVENT_LOG, useValue: parts.eventLog },
        { provide: DATABASE, useValue: parts.database },
        { provide: LOGGER, useValue: parts.logger },
        { provide: APPENDER, useValue: parts.eventLog.appender() },
        { provide: TRACING, useValue: parts.tracing ?? noTracing },
        Progress,
        Metrics,
        TopicDrift,
        Readiness,
        ClockOffset,
        ReadModelProgress,
      ],
      exports: [
        ...[CONFIG, EVENT_LOG, APPENDER, DATABASE, LOGGER, TRACING],
        ...[Progress, Metrics, ClockOffset, ReadModelProgress, Readiness],
      ],
    };
  }
}
