/**
 * Appends events of one claimed partition: they have happened, so they are never refused because too much is waiting. Every record carries its writer and that writer's claim (design.md 3.2). A partition
 * is one lane of the appender: when a record is acknowledged, so is everything this writer appended before it.
 */
import { encodeRecord, headers, ledgerEventIdOf, topics, type RecordTypes } from '@libs/contracts';
import type { RecordAppender, RecordPosition } from '@libs/event-log';
import type { ExecutionEvent } from '@libs/execution';

export class LedgerWriter {
  #acknowledgedTo: number;

  constructor(
    private readonly appender: RecordAppender,
    readonly partition: number,
    readonly writerId: string,
    readonly claimOffset: number,
  ) {
    this.#acknowledgedTo = claimOffset + 1;
  }

  /** Behind the last record that was acknowledged. */
  get acknowledgedTo(): number {
    return this.#acknowledgedTo;
  }

  /** Much is waiting for the log, of all writers: nothing new may be done until it is less. */
  get isCrowded(): boolean {
    return this.appender.isCrowded();
  }

  append<T extends ExecutionEvent['type']>(
    type: T,
    data: RecordTypes[T],
    traceparent: string | null,
  ): Promise<RecordPosition> {
    const record = {
      topic: topics.events,
      partition: this.partition,
      key: data.executionId,
      value: encodeRecord(type, data),
      headers: {
        [headers.eventType]: type,
        [headers.eventId]: ledgerEventIdOf(data.executionId, data.sequence),
        [headers.writerId]: this.writerId,
        [headers.claimOffset]: String(this.claimOffset),
        ...(traceparent !== null && { [headers.traceparent]: traceparent }),
      },
    };
    const appended = this.appender.append(record, { evenIfFull: true });
    appended.then(
      ({ offset }) => (this.#acknowledgedTo = Math.max(this.#acknowledgedTo, offset + 1)),
      () => undefined,
    );
    return appended;
  }
}
