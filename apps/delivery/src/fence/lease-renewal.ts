/**
 * Keeps leases of sent attempts whose outcome can't be recorded yet because the log or the database
 * is slow or away. While this process lives, no other process repeats them. One statement renews
 * all; none runs if outcomes are recorded within half a lease. Unsent attempts are not renewed:
 * they must give way.
 */
import type { Logger } from 'pino';
import type { Claim } from './claim.js';
import type { Fence } from './fence.js';

export class LeaseRenewal {
  /** Claims and the monotonic time when their lease ends. */
  readonly #kept = new Map<Claim, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly fence: Pick<Fence, 'leaseMs' | 'renew'>,
    private readonly logger: Logger,
  ) {}

  /** Renews the lease until `run` has ended. */
  async during<T>(claim: Claim, run: () => Promise<T>): Promise<T> {
    this.#kept.set(claim, claim.leaseEndsAt);
    this.#timer ??= setInterval(() => void this.#renew(), this.fence.leaseMs / 4);
    try {
      return await run();
    } finally {
      this.#kept.delete(claim);
      if (this.#kept.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  async #renew(): Promise<void> {
    const { leaseMs } = this.fence;
    const now = performance.now();
    const due = [...this.#kept].filter(([, endsAt]) => endsAt < now + leaseMs / 2);
    if (due.length === 0) return;
    try {
      await this.fence.renew(due.map(([claim]) => claim));
      for (const [claim] of due) if (this.#kept.has(claim)) this.#kept.set(claim, now + leaseMs);
    } catch (error) {
      this.logger.warn({ err: error, count: due.length }, 'leases not renewed');
    }
  }
}
