/**
 * Whether this process does its work, with the reasons and the place of each problem. Includes
 * consumer progress, not only open sockets.
 */
import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import {
  HealthCheckService,
  HealthIndicatorService,
  type HealthCheckResult,
} from '@nestjs/terminus';
import type { EventLog } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { Progress, type ReadinessProblem } from './progress.js';
import { sharedCall } from './refreshed-cache.js';
import { DATABASE, EVENT_LOG } from './tokens.js';
import { TopicDrift } from './topic-drift.js';

export interface ReadinessReport extends Pick<HealthCheckResult, 'status' | 'details'> {
  readonly problems: readonly ReadinessProblem[];
  readonly consumers: Readonly<Record<string, object>>;
  /**
   * How topics differ from their declaration; null while unknown. For people: changes no status.
   */
  readonly topicDrift: readonly string[] | null;
}

/** A probe gets an answer within this time, even when a dependency hangs. */
const probeTimeoutMs = 3_000;

@Injectable()
export class Readiness {
  /** Callers at the same time share one answer. */
  readonly report = sharedCall(() => this.#look());

  constructor(
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(Progress) private readonly progress: Progress,
    @Inject(TopicDrift) private readonly topicDrift: TopicDrift,
    @Inject(HealthCheckService) private readonly health: HealthCheckService,
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
  ) {}

  async #look(): Promise<ReadinessReport> {
    const problems = await this.progress.problems();
    const { status, details } = await this.#check(problems);
    if (details['kafka']?.status === 'down')
      problems.unshift({ part: 'kafka', problem: 'no broker answers' });
    if (details['postgres']?.status === 'down') {
      problems.unshift({ part: 'postgres', problem: 'the database does not answer' });
    }
    const topicDrift = this.topicDrift.lines();
    return { status, problems, consumers: this.#consumers(), topicDrift, details };
  }

  /** Terminus throws when a check fails; here a failure is an ordinary answer. */
  async #check(problems: readonly ReadinessProblem[]): Promise<HealthCheckResult> {
    const progress = this.indicators.check('progress');
    try {
      return await this.health.check([
        () =>
          this.indicators
            .check('kafka')
            .attempt(() => this.#pingBroker())
            .withTimeout(probeTimeoutMs),
        () =>
          this.indicators
            .check('postgres')
            .attempt(() => this.#pingDatabase())
            .withTimeout(probeTimeoutMs),
        () =>
          problems.length === 0
            ? progress.up()
            : progress.down({ parts: problems.map(({ part }) => part) }),
      ]);
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      return error.getResponse() as HealthCheckResult;
    }
  }

  async #pingBroker(): Promise<void> {
    if (!(await this.eventLog.reachable())) throw new Error('no broker answers');
  }

  async #pingDatabase(): Promise<void> {
    // Not the driver's message: it names hosts and ports, and this answer may be public.
    await this.database.pool.query('select 1').catch((cause: unknown) => {
      throw new Error('the database does not answer', { cause });
    });
  }

  #consumers(): Record<string, object> {
    const consumers: Record<string, object> = {};
    for (const [name, consumer] of this.progress.consumers()) {
      const { state, lag, lastFetchAgeMs, assigned } = consumer.status();
      consumers[name] = { state, lag, lastFetchAgeMs, partitions: assigned.length };
    }
    return consumers;
  }
}
