/**
 * Waits of one execution's blocks: for something outside this process, or for longer than it should
 * sleep.
 */
import type { BlockWait } from '@libs/blocks';
import type { ExecutionResumeRequested, ParkedWait } from '@libs/contracts';
import { addressKey, type StepAddress } from '@libs/execution';

export interface PendingWait extends StepAddress {
  readonly blockId: string;
  readonly kind: BlockWait['kind'] | 'retry' | 'turn';
  readonly dueAt: number | null;
  readonly waitId: number;
  readonly childExecutionId: string | null;
}

export class PendingWaits {
  readonly #waits = new Map<string, PendingWait>();

  get size(): number {
    return this.#waits.size;
  }

  add(wait: PendingWait): void {
    this.#waits.set(addressKey(wait), wait);
  }

  /** Takes the wait that the command names; undefined when it is over or was another one. */
  take({ blockId, iteration, waitId }: ExecutionResumeRequested): PendingWait | undefined {
    const key = addressKey({ blockId, iteration });
    const wait = this.#waits.get(key);
    if (wait?.waitId !== waitId) return undefined;
    this.#waits.delete(key);
    return wait;
  }

  /** Takes the waits that are due. */
  takeDue(now: number): PendingWait[] {
    return this.#takeWhere(({ dueAt }) => dueAt !== null && dueAt <= now);
  }

  /** Takes the waits of stopped iterations. */
  takeStopped(isStopped: (iteration: string) => boolean): PendingWait[] {
    return this.#takeWhere(({ iteration }) => isStopped(iteration));
  }

  #takeWhere(applies: (wait: PendingWait) => boolean): PendingWait[] {
    if (this.#waits.size === 0) return [];
    const taken = [...this.#waits].filter(([, wait]) => applies(wait));
    for (const [key] of taken) this.#waits.delete(key);
    return taken.map(([, wait]) => wait);
  }

  /** In the form that the ledger records. */
  parked(): { dueAt: number | null; waits: ParkedWait[] } {
    const waits = [...this.#waits.values()].map(
      ({ blockId, iteration, waitId, kind, dueAt, childExecutionId }) => ({
        blockId,
        iteration,
        waitId,
        kind,
        dueAt,
        childExecutionId,
      }),
    );
    const due = waits.flatMap(({ dueAt }) => dueAt ?? []);
    return { dueAt: due.length === 0 ? null : Math.min(...due), waits };
  }
}
