/**
 * How far this process' clock is from Postgres', for /metrics and the log. Nothing is lost or done twice for a wrong clock, but times that
 * one process sets and another waits for are wrong by the difference: retries, timers, schedules, the windows of rate limits.
 */
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Database } from '@libs/persistence';
import type { Logger } from 'pino';
import { BackgroundWork } from './background-work.js';
import { Metrics } from './metrics.js';
import { DATABASE, LOGGER } from './tokens.js';

const everyMs = 60_000;
const toleratedMs = 1_000;
/** An answer that took longer says too little. */
const longestAnswerMs = 500;

@Injectable()
export class ClockOffset implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #work: BackgroundWork;
  #offsetMs = 0;
  #isOff = false;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn' | 'info'>,
    @Inject(Metrics) metrics: Metrics,
  ) {
    this.#work = new BackgroundWork({
      everyMs,
      logger,
      failed: 'clocks could not be compared',
      round: () => this.compare(),
    });
    const current = (): number => this.#offsetMs / 1_000;
    metrics.gauge(
      'flowledger_clock_offset_seconds',
      "How far this process' clock is ahead of Postgres'",
      [],
      function collect() {
        this.set(current());
      },
    );
  }

  onApplicationBootstrap(): void {
    this.#work.start();
    this.#work.begin();
  }

  onModuleDestroy(): Promise<void> {
    return this.#work.stop();
  }

  /** Says so once when the clock is wrong, and once when it is right again. */
  async compare(): Promise<void> {
    const asked = performance.now();
    const { rows } = await this.database.pool.query<{ now: Date }>(
      'select clock_timestamp() as now',
    );
    const tookMs = performance.now() - asked;
    const [row] = rows;
    if (row === undefined || tookMs > longestAnswerMs) return;
    this.#offsetMs = Date.now() - tookMs / 2 - row.now.getTime();
    const isOff = Math.abs(this.#offsetMs) > toleratedMs;
    const offsetMs = Math.round(this.#offsetMs);
    if (isOff && !this.#isOff)
      this.logger.warn({ offsetMs }, 'the clock of this machine is not that of Postgres');
    else if (this.#isOff && !isOff) this.logger.info({ offsetMs }, 'the clock is right again');
    this.#isOff = isOff;
  }
}
