/** Recurring background work, one round at a time. A failed round is logged; the next one runs. */
import { isSettling } from '@libs/event-log';
import type { Logger } from 'pino';

export interface BackgroundWorkOptions {
  readonly everyMs: number;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** The log message for a failed round, e.g. `timers wait`. */
  readonly failed: string;
  readonly round: () => Promise<void>;
}

export class BackgroundWork {
  readonly #options: BackgroundWorkOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #wanted = false;
  #stopped = false;

  constructor(options: BackgroundWorkOptions) {
    this.#options = options;
  }

  /** For a long round to check between two steps. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  /** The first round runs after the first interval; `begin` requests an earlier one. */
  start(): void {
    this.#timer = setInterval(() => {
      if (this.#running === null) this.begin();
    }, this.#options.everyMs);
  }

  /** Runs a round now, or right after the current one. Does not wait. */
  begin(): void {
    this.#wanted = true;
    this.#running ??= this.#rounds().finally(() => {
      this.#running = null;
      // Requested after the loop's last check.
      if (this.#wanted && !this.#stopped) this.begin();
    });
  }

  /** Starts no new round; resolves when the current one is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #rounds(): Promise<void> {
    const { round, logger, failed } = this.#options;
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false;
      try {
        await round();
      } catch (error) {
        // A Kafka that elects a leader or loads a group answers the next round.
        if (isSettling(error)) logger.info({ err: error }, failed);
        else logger.warn({ err: error }, failed);
      }
    }
  }
}
