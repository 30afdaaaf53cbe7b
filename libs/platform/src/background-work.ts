/** Work that comes round in the background: one round at a time; one that fails is logged, and the next one comes. */
import type { Logger } from 'pino';

export interface BackgroundWorkOptions {
  readonly everyMs: number;
  readonly logger: Pick<Logger, 'warn'>;
  /** What is said of a round that failed, e.g. `timers wait`. */
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

  /** A long round looks at it between two pieces. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  /** The first round comes after the first interval; `begin` asks for one before. */
  start(): void {
    this.#timer = setInterval(() => {
      if (this.#running === null) this.begin();
    }, this.#options.everyMs);
  }

  /** A round now, or right after the one under way. Does not wait. */
  begin(): void {
    this.#wanted = true;
    this.#running ??= this.#rounds().finally(() => {
      this.#running = null;
      // Asked for between the last look and here.
      if (this.#wanted && !this.#stopped) this.begin();
    });
  }

  /** No new round; resolves when the one under way is over. */
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
        logger.warn({ err: error }, failed);
      }
    }
  }
}
