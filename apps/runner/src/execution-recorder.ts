/**
 * Appends what happens to one execution and folds it in the same moment, so that the next decision sees it. Knows whether
 * everything it appended is durable. Events are held for a moment and go out together: a chain of functions would otherwise cost a
 * flush a block, and a short call one for its beginning and one for its result, and each flush wakes every reader.
 */
import type { RecordTypes } from '@libs/contracts';
import { evolve, type ExecutionEvent, type ExecutionHistory } from '@libs/execution';
import type { RecordPosition } from '@libs/event-log';
import type { LedgerWriter } from './ledger-writer.js';

export type EventData<T extends ExecutionEvent['type']> = Omit<
  RecordTypes[T],
  'executionId' | 'sequence' | 'occurredAt'
>;

/** Longest time that an event is held while nothing but computed blocks runs; live readers are that much behind. */
const heldForMs = 100;
/** And while something else does: a call that is quicker has its result in the flush of its beginning. */
const soonMs = 5;
/** Events that may wait for the broker while an execution goes on. */
const longestBacklog = 1_000;

export class ExecutionRecorder {
  #held: (() => void)[] = [];
  #isHolding = false;
  #timer: NodeJS.Timeout | undefined;
  #isSoon = false;
  #undurable = 0;
  #durable: Promise<RecordPosition | null> = Promise.resolve(null);
  #isDurable = true;

  constructor(
    private readonly history: ExecutionHistory,
    private readonly writer: LedgerWriter,
    private readonly traceparent: string | null,
    private readonly now: () => number,
    private readonly onFailed: (error: unknown) => void,
  ) {}

  /** Much of it is not known to be durable. */
  get isBehind(): boolean {
    return this.#undurable >= longestBacklog;
  }

  /** Much is waiting for the log, of whomever. */
  get isCrowded(): boolean {
    return this.writer.isCrowded;
  }

  /** From now on events wait for `release`, but not for long. */
  hold(): void {
    this.#isHolding = true;
  }

  /** Whatever is held goes out soon, and what comes until then with it. */
  release(): void {
    this.#isHolding = false;
    if (this.#held.length === 0 || this.#isSoon) return;
    clearTimeout(this.#timer);
    this.#isSoon = true;
    this.#timer = setTimeout(() => this.sendHeld(), soonMs);
  }

  /** Nothing more is written. */
  drop(): void {
    this.#held = [];
    clearTimeout(this.#timer);
  }

  /** Null when all is durable; else a promise for the position of the last event appended so far, which goes out now. */
  pending(): Promise<RecordPosition | null> | null {
    this.sendHeld();
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
    this.#isDurable = false;
    this.#undurable += 1;
    if (this.#isHolding || this.#isSoon) {
      this.#held.push(() => this.#send(type, event));
      this.#timer ??= setTimeout(() => this.sendHeld(), heldForMs);
    } else this.#send(type, event);
    evolve(this.history, { type, data: event } as unknown as ExecutionEvent);
  }

  sendHeld(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isSoon = false;
    for (const send of this.#held.splice(0)) send();
  }

  #send<T extends ExecutionEvent['type']>(type: T, event: RecordTypes[T]): void {
    const acknowledged = this.writer.append(type, event, this.traceparent);
    this.#durable = acknowledged;
    acknowledged.then(() => {
      this.#undurable -= 1;
      if (this.#durable === acknowledged && this.#held.length === 0) this.#isDurable = true;
    }, this.onFailed);
  }
}
