/**
 * How a partition goes from one owner to the next. An owner that releases it records that.
 * Otherwise its executions in flight are suspects: one of them may have ended that owner, so they
 * run alone first.
 */
import type { Logger } from 'pino';
import type { PartitionOwner } from './partition-owner.js';
import type { Takeover } from './takeover.js';
import type { Holds } from '../trials/partition-holds.js';
import { Suspects } from '../trials/suspects.js';

export interface HandoverOptions {
  readonly holds: Holds;
  readonly logger: Logger;
  readonly sessionTimeoutMs: number;
  /** Executions that an owner may have under way at a time. */
  readonly concurrency: number;
}

export class Handover {
  #tickedMs = performance.now();
  /** When this process last stalled so long that it may have lost its membership. */
  #frozeMs = -Infinity;

  constructor(private readonly options: HandoverOptions) {}

  /** Call it at short intervals. */
  noteFreeze(): void {
    const now = performance.now();
    if (now - this.#tickedMs > (this.options.sessionTimeoutMs * 2) / 3) this.#frozeMs = now;
    this.#tickedMs = now;
  }

  /**
   * Tells the next owner that nothing in flight ended this one. Not while there are suspects,
   * because the next owner must try them. Not after a stall, because its cause may recur.
   */
  release(owner: PartitionOwner): void {
    if (owner.suspects.size > 0) return;
    if (performance.now() - this.#frozeMs < 2 * this.options.sessionTimeoutMs) return;
    const { partition, claimOffset } = owner.writer;
    this.options.holds.release({ partition, claimOffset });
  }

  /** Executions that were in flight when an earlier owner died. */
  async suspectsOf(partition: number, takeover: Takeover, ended: AbortSignal): Promise<Suspects> {
    const { claimOffset } = takeover;
    if (!(await this.options.holds.record({ partition, claimOffset }, ended)))
      return Suspects.none();
    const suspects = new Suspects(takeover, this.options.concurrency);
    this.options.logger.warn(
      { code: 'SUSPECTS_FOUND', partition, inFlight: suspects.size },
      'An earlier owner of this partition did not let go of it: what was in flight runs alone first',
    );
    return suspects;
  }
}
