import type { Message } from 'kafkajs';
import { AppendError, type OutgoingRecord, type RecordPosition } from '../../ports.js';

/** Why a record leaves the appender: acknowledged, or given up by the broker or by us. */
type Outcome = RecordPosition | AppendError;

/**
 * One append from call to acknowledgement. A `queued` one can be withdrawn. An `in-flight` one may
 * be in the log, so a timeout ends only the caller's wait and the lane finishes the record.
 */
export class PendingRecord {
  readonly enqueuedAtMs = performance.now();
  readonly sizeBytes: number;
  state: 'queued' | 'in-flight' | 'finished' = 'queued';
  /** Set when the record is routed. */
  partition = -1;
  /** The record's log timestamp: its first send, as the broker may only recognise a repeat. */
  sentAtMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly record: OutgoingRecord,
    sizeBytes: number,
    private readonly resolve: (position: RecordPosition) => void,
    private readonly reject: (error: AppendError) => void,
    private readonly onFinished: (pending: PendingRecord) => void,
  ) {
    this.sizeBytes = sizeBytes;
  }

  giveUpAfter(timeoutMs: number): void {
    this.#timer = setTimeout(() => {
      if (this.state === 'queued') {
        this.finish(new AppendError('NOT_SENT', `not sent within ${timeoutMs} ms`));
      } else
        this.reject(new AppendError('OUTCOME_UNKNOWN', `not acknowledged within ${timeoutMs} ms`));
    }, timeoutMs);
  }

  /** From here on it may reach the log. */
  take(): void {
    this.state = 'in-flight';
    this.sentAtMs = Date.now();
  }

  /** The caller gets the first outcome; an answer after its timeout only finishes the record. */
  finish(outcome: Outcome): void {
    if (this.state === 'finished') return;
    this.state = 'finished';
    clearTimeout(this.#timer);
    if (outcome instanceof AppendError) this.reject(outcome);
    else this.resolve(outcome);
    this.onFinished(this);
  }

  message(): Message {
    const { key, value, headers } = this.record;
    return {
      key,
      value,
      partition: this.partition,
      timestamp: String(this.sentAtMs),
      ...(headers === undefined ? {} : { headers: { ...headers } }),
    };
  }
}
