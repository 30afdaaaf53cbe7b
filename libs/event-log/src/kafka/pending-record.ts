import type { Message } from 'kafkajs';
import { AppendError, type OutgoingRecord, type RecordPosition } from '../ports.js';

/** Why a record leaves the appender: acknowledged, or given up by the broker or by us. */
type Outcome = RecordPosition | AppendError;

/**
 * One append from call to acknowledgement. `queued` may still be withdrawn; `in-flight` may not: whether it arrived is not known
 * before the answer. The caller can be told early (timeout); the record itself is finished only when the lane says so.
 */
export class PendingRecord {
  readonly enqueuedAtMs = performance.now();
  readonly sizeBytes: number;
  state: 'queued' | 'in-flight' | 'finished' = 'queued';
  /** Set when the record is routed. */
  partition = -1;
  /** Time of the record in the log: of its first send, since a later one may only be recognised. */
  sentAtMs = 0;
  private timer: NodeJS.Timeout | undefined;

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
    this.timer = setTimeout(() => {
      if (this.state === 'queued') {
        this.finish(new AppendError('NOT_SENT', `not sent within ${timeoutMs} ms`));
      } else
        this.reject(new AppendError('OUTCOME_UNKNOWN', `not acknowledged within ${timeoutMs} ms`));
    }, timeoutMs);
  }

  /** From here on it may arrive. */
  take(): void {
    this.state = 'in-flight';
    this.sentAtMs = Date.now();
  }

  /** The first outcome counts for the caller; an answer after the caller's timeout only ends the waiting here. */
  finish(outcome: Outcome): void {
    if (this.state === 'finished') return;
    this.state = 'finished';
    clearTimeout(this.timer);
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
