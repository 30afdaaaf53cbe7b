/**
 * Appends what happens to one execution and folds it in the same moment, so that the next decision sees it. Knows whether
 * everything it appended is durable.
 */
import type { RecordTypes } from '@libs/contracts';
import { evolve, type ExecutionEvent, type ExecutionHistory } from '@libs/execution';
import type { RecordPosition } from '@libs/event-log';
import type { LedgerWriter } from './ledger-writer.js';

export type EventData<T extends ExecutionEvent['type']> = Omit<
  RecordTypes[T],
  'executionId' | 'sequence' | 'occurredAt'
>;

export class ExecutionRecorder {
  #durable: Promise<RecordPosition | null> = Promise.resolve(null);
  #isDurable = true;

  constructor(
    private readonly history: ExecutionHistory,
    private readonly writer: LedgerWriter,
    private readonly traceparent: string | null,
    private readonly now: () => number,
    private readonly onFailed: (error: unknown) => void,
  ) {}

  /** Null when all is durable; else a promise for the position of the last event appended so far. */
  pending(): Promise<RecordPosition | null> | null {
    return this.#isDurable ? null : this.#durable;
  }

  append<T extends ExecutionEvent['type']>(
    type: T,
    data: EventData<T>,
    occurredAt = this.now(),
  ): void {
    const event = {
      executionId: this.history.executionId,
      sequence: this.history.lastSequence + 1,
      occurredAt,
      ...data,
    } as unknown as RecordTypes[T];
    const acknowledged = this.writer.append(type, event, this.traceparent);
    this.#isDurable = false;
    this.#durable = acknowledged;
    acknowledged.then(() => {
      if (this.#durable === acknowledged) this.#isDurable = true;
    }, this.onFailed);
    evolve(this.history, { type, data: event } as unknown as ExecutionEvent);
  }
}
