/**
 * Appends the events of one claimed partition. They have already happened, so back-pressure never
 * refuses them. Every record carries its writer and that writer's claim. A partition is one lane of
 * the appender: an acknowledged record implies that all earlier ones of this writer are
 * acknowledged.
 */
import { headers, recordOf, traced, type RecordTypes } from '@libs/contracts';
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

  /** Offset after the last acknowledged record. */
  get acknowledgedTo(): number {
    return this.#acknowledgedTo;
  }

  /** Many records, of all writers, are waiting for the log: start nothing new until fewer are. */
  get isCrowded(): boolean {
    return this.appender.isCrowded();
  }

  append<T extends ExecutionEvent['type']>(
    type: T,
    data: RecordTypes[T],
    traceparent: string | null,
  ): Promise<RecordPosition> {
    const marks = {
      [headers.writerId]: this.writerId,
      [headers.claimOffset]: String(this.claimOffset),
      ...traced(traceparent),
    };
    const record = { ...recordOf(type, data, marks), partition: this.partition };
    const appended = this.appender.append(record, { evenIfFull: true });
    appended.then(
      ({ offset }) => (this.#acknowledgedTo = Math.max(this.#acknowledgedTo, offset + 1)),
      () => undefined,
    );
    return appended;
  }
}
