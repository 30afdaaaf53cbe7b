/**
 * One delay tier: holds its records until they are due, then moves them to the work queue. It sends
 * no requests, so a slow receiver can't delay a retry. A heap by due time, bounded in size, keeps
 * jitter from blocking later records. A record settles once the work queue has acknowledged its
 * copy: a crash repeats it but never loses it. A record is never released early, and is parked in
 * another tier if its receiver is known to hang.
 */
import { groups, topics } from '@libs/contracts';
import { type DelayTier, dueRecord } from '@libs/delivery';
import type { EventLog, RecordAppender } from '@libs/event-log';
import type { Logger } from 'pino';
import { type OpenRecord, TrackedConsumer } from '../consuming/tracked-consumer.js';
import { mayGo, noteGone, paceOf } from '../pace.js';
import { DueHeap } from './due-heap.js';

/** Measured: a fetch wait above 100 ms resumes a paused partition that much later. */
const maxWaitMs = 100;
/**
 * Between two fetches. Records in a tier are not due for seconds, and each wake-up costs broker and
 * process the same for one record as for many.
 */
const gatherMs = 50;
const maxOpenPerPartition = 1_000;
const maxMovesInFlight = 500;
/**
 * After an outage everything is due at once. Records this late are released at a limited rate, so
 * that they do not hit every receiver at once.
 */
const overdueMs = 1_000;
const overduePerSecond = 1_000;
const paceWaitMs = 50;
/** Longest single timer, so that a stepped clock is noticed. */
const maxTimerMs = 1_000;

interface Waiting {
  readonly dueAt: number;
  readonly due: OpenRecord<'DeliveryDue'>;
}

export interface DelayRelayParts {
  readonly eventLog: EventLog;
  readonly appender: RecordAppender;
  readonly logger: Logger;
  readonly tier: DelayTier;
  readonly sessionTimeoutMs: number;
  /**
   * Parks a due record whose receiver accepts none now; the work queue would only park it again.
   * Returns whether it did.
   */
  parks(due: OpenRecord<'DeliveryDue'>): boolean;
  /** Called with how late the record was released. */
  onReleased(latenessMs: number): void;
}

export class DelayRelay {
  readonly tracked: TrackedConsumer<'DeliveryDue'>;
  readonly #parts: DelayRelayParts;
  readonly #heap = new DueHeap<Waiting>();
  #timer: NodeJS.Timeout | undefined;
  readonly #overduePace = paceOf(overduePerSecond);
  #movesInFlight = 0;
  #stopped = false;

  constructor(parts: DelayRelayParts) {
    this.#parts = parts;
    this.tracked = new TrackedConsumer({
      eventLog: parts.eventLog,
      poison: parts.appender,
      logger: parts.logger,
      groupId: groups.deliveryDelay(parts.tier.name),
      topic: parts.tier.topic,
      type: 'DeliveryDue',
      sessionTimeoutMs: parts.sessionTimeoutMs,
      maxWaitMs,
      gatherMs,
      maxOpenPerPartition,
      onRecords: (records) => {
        for (const due of records) this.#heap.push({ dueAt: due.data.dueAt, due });
        this.#release();
      },
      onLost: () => this.#heap.retain(({ due }) => !due.lost),
    });
  }

  get waiting(): number {
    return this.#heap.size;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.tracked.stop();
  }

  #release(): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    const now = Date.now();
    for (let next = this.#heap.peek(); next !== undefined; next = this.#heap.peek()) {
      if (next.dueAt > now) {
        // Timers may fire a millisecond early, so this function checks the clock again.
        this.#timer = setTimeout(() => this.#release(), Math.min(next.dueAt - now, maxTimerMs));
        return;
      }
      if (this.#movesInFlight >= maxMovesInFlight) return;
      if (now - next.dueAt > overdueMs && !this.#mayGoOverdue()) {
        this.#timer = setTimeout(() => this.#release(), paceWaitMs);
        return;
      }
      this.#heap.pop();
      if (this.#parts.parks(next.due)) this.#parts.onReleased(now - next.dueAt);
      else void this.#move(next, now);
    }
  }

  #mayGoOverdue(): boolean {
    const now = performance.now();
    if (!mayGo(this.#overduePace, now)) return false;
    noteGone(this.#overduePace, now);
    return true;
  }

  async #move({ due, dueAt }: Waiting, now: number): Promise<void> {
    this.#movesInFlight += 1;
    try {
      await this.#parts.appender.append(dueRecord(topics.deliveryRequests, due.data));
      due.settle();
      this.#parts.onReleased(now - dueAt);
    } catch (error) {
      // Only a closing appender refuses: the record stays in the tier and is read again.
      this.#parts.logger.debug({ err: error, tier: this.#parts.tier.name }, 'due record not moved');
    } finally {
      this.#movesInFlight -= 1;
      this.#release();
    }
  }
}
