import { setTimeout as sleep } from 'node:timers/promises';

export interface BackoffSpec {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** Doubling delays with ±20 % jitter, so that clients of a restarted broker do not come in step. */
export class Backoff {
  #nextMs: number;

  constructor(private readonly spec: BackoffSpec) {
    this.#nextMs = spec.firstMs;
  }

  reset(): void {
    this.#nextMs = this.spec.firstMs;
  }

  /** The next delay, in ms. */
  take(): number {
    const delayMs = this.#nextMs * (0.8 + Math.random() * 0.4);
    this.#nextMs = Math.min(this.#nextMs * 2, this.spec.maxMs);
    return delayMs;
  }

  /** Resolves early and without an error when the signal aborts. */
  async wait(signal?: AbortSignal): Promise<void> {
    await sleep(this.take(), undefined, signal ? { signal } : {}).catch(() => undefined);
  }
}
