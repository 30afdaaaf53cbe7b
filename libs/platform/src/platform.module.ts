/**
 * The parts that a process has once and shares with its apps: configuration, event log, database,
 * logger, progress, metrics, health. The process opens and closes them (`runProcess`), not Nest.
 */
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import type { Config } from '@libs/config';
import type { EventLog } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import type { Logger } from 'pino';
import { ClockOffset } from './clock-offset.js';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';
import { Progress } from './progress.js';
import { ReadModelProgress } from './read-model-progress.js';
import { noTracing, type Tracing } from './telemetry/tracing.js';
import { CONFIG, DATABASE, EVENT_LOG, LOGGER, TRACING } from './tokens.js';
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
export class PlatformModule {
  static forParts(parts: PlatformParts): DynamicModule {
    return {
      module: PlatformModule,
      // Its own logging would repeat every failed probe; the answer says it all.
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [HealthController],
      providers: [
        { provide: CONFIG, useValue: parts.config },
        { provide: EVENT_LOG, useValue: parts.eventLog },
        { provide: DATABASE, useValue: parts.database },
        { provide: LOGGER, useValue: parts.logger },
        { provide: TRACING, useValue: parts.tracing ?? noTracing },
        Progress,
        Metrics,
        TopicDrift,
        ClockOffset,
        ReadModelProgress,
      ],
      exports: [
        ...[CONFIG, EVENT_LOG, DATABASE, LOGGER, TRACING],
        ...[Progress, Metrics, ClockOffset, ReadModelProgress],
      ],
    };
  }
}
