/**
 * Recognises a ledger event that is in the log twice. The runner's producer is idempotent: this
 * happens only when it was rebuilt and sent its last batch again, so the repeat follows closely.
 * The window is bounded by distance, not time, and is refilled from the log after a restart, which
 * makes the answer a function of the log.
 */
import { ledgerEventIdOf } from '@libs/contracts';
import type { LedgerEvent } from '@libs/ledger';

/** How many records a repeat may follow its first by; an appender's batch is far smaller. */
export const windowRecords = 2_000;

/** Key of an event for deduplication: an execution ends once, whatever the position of its end. */
export function publicationKeyOf(event: LedgerEvent): string | null {
  if (event.type === 'ExecutionCompleted') return terminalKeyOf(event.data.executionId);
  if (event.type === 'BlockCompleted')
    return ledgerEventIdOf(event.data.executionId, event.data.sequence);
  return null;
}

export const terminalKeyOf = (executionId: string): string => `end:${executionId}`;

export class PublishedWindow {
  /** Key to offset, oldest first. */
  readonly #offsets = new Map<string, number>();

  /** True the first time a key is seen within the window. */
  isNew(key: string, offset: number): boolean {
    this.#forgetBefore(offset - windowRecords);
    if (this.#offsets.has(key)) return false;
    this.#offsets.set(key, offset);
    return true;
  }

  get size(): number {
    return this.#offsets.size;
  }

  #forgetBefore(offset: number): void {
    for (const [key, seenAt] of this.#offsets) {
      if (seenAt >= offset) return;
      this.#offsets.delete(key);
    }
  }
}
