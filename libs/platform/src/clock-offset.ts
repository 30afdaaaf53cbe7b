/**
 * The difference between this process' clock and Postgres', for /metrics and the log. A wrong clock
 * loses and repeats nothing. But times that one process sets and another waits for are off by the
 * difference: retries, timers, schedules, rate-limit windows. A process whose clock is off by more
 * than webhook receivers accept refuses to start.
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
/** Receivers refuse signatures further from their own clock (docs/reference/webhooks.md). */
const refusedMs = 300_000;

type Pool = Pick<Database['pool'], 'query'>;

/**
 * How far this clock is ahead, in ms, and how much of that the answer's travel time may explain.
 */
async function compareWith(pool: Pool): Promise<{ aheadMs: number; uncertainMs: number }> {
  const asked = performance.now();
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const uncertainMs = (performance.now() - asked) / 2;
  const now = rows[0]?.now.getTime() ?? NaN;
  return { aheadMs: Date.now() - uncertainMs - now, uncertainMs };
}

/** @throws while this clock is more than five minutes from Postgres' */
export async function refuseWrongClock(pool: Pool): Promise<void> {
  const { aheadMs, uncertainMs } = await compareWith(pool);
  if (!(Math.abs(aheadMs) - uncertainMs > refusedMs)) return;
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  throw new Error(
    `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of Postgres, and ${refusedMs / 1_000} s are the most: synchronise both (NTP)`,
  );
}

@Injectable()
export class ClockOffset implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #work: BackgroundWork;
  #offsetMs: number | null = null;
  #isOff = false;

  constructor(
    @Inject(DATABASE) private readonly database: { readonly pool: Pool },
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn' | 'info'>,
    @Inject(Metrics) metrics: Metrics,
  ) {
    this.#work = new BackgroundWork({
      everyMs,
      logger,
      failed: 'clocks could not be compared',
      round: () => this.compare(),
    });
    const current = (): number => (this.#offsetMs ?? 0) / 1_000;
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

  /** Null while it is unknown, because Postgres has not answered yet. */
  get aheadMs(): number | null {
    return this.#offsetMs;
  }

  /** Logs once when the clock is wrong, and once when it is right again. */
  async compare(): Promise<void> {
    const { aheadMs, uncertainMs } = await compareWith(this.database.pool);
    const isSurelyOff = Math.abs(aheadMs) - uncertainMs > toleratedMs;
    if (uncertainMs > toleratedMs / 4 && !isSurelyOff) return;
    this.#offsetMs = aheadMs;
    const isOff = Math.abs(aheadMs) > toleratedMs;
    const offsetMs = Math.round(aheadMs);
    if (isOff && !this.#isOff)
      this.logger.warn({ offsetMs }, 'clock differs from that of Postgres');
    else if (this.#isOff && !isOff)
      this.logger.info({ offsetMs }, 'clock is in step with Postgres again');
    this.#isOff = isOff;
  }
}
