/**
 * Appends what happens to one execution and folds it in the same moment, so that the next decision sees it. Knows whether
 * everything it appended is durable. Events are held for a moment and go out together: a chain of functions would otherwise cost a
 * flush a block, and a short call one for its beginning and one for its result, and each flush wakes every reader.
 */
import type { RecordTypes } from '@libs/contracts';
import { isLarge, ownTurn } from '@libs/event-loop';
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

interface HeldEvent {
  /** Characters. */
  readonly length: number;
  send(): void;
}

const lengthOf = (event: object): number =>
  Object.values(event).reduce<number>(
    (sum, value) => (typeof value === 'string' ? sum + value.length : sum),
    0,
  );

export class ExecutionRecorder {
  #held: HeldEvent[] = [];
  #isHolding = false;
  #timer: NodeJS.Timeout | undefined;
  #isSoon = false;
  /** A large event waits for its turn, and everything behind it. */
  #isWaiting = false;
  #onSent: (() => void)[] = [];
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
    this.#timer = setTimeout(() => void this.sendHeld(), soonMs);
  }

  /** Nothing more is written. */
  drop(): void {
    this.#held = [];
    clearTimeout(this.#timer);
  }

  /** Null when all is durable; else a promise for the position of the last event appended so far, which goes out now. */
  pending(): Promise<RecordPosition | null> | null {
    const sent = this.sendHeld();
    if (this.#isDurable) return null;
    return sent === null ? this.#durable : sent.then(() => this.#durable);
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
    const held = { length: lengthOf(event), send: (): void => this.#send(type, event) };
    this.#held.push(held);
    if (this.#isHolding || this.#isSoon)
      this.#timer ??= setTimeout(() => void this.sendHeld(), heldForMs);
    else void this.sendHeld();
    evolve(this.history, { type, data: event } as unknown as ExecutionEvent);
  }

  /** @returns null when all is sent; else resolves when it is */
  sendHeld(): Promise<void> | null {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isSoon = false;
    if (!this.#isWaiting) this.#sendInOrder();
    return this.#held.length === 0 ? null : new Promise((resolve) => this.#onSent.push(resolve));
  }

  /** Small events at once; a large one is encoded in a turn of its own, and what comes after it waits. */
  #sendInOrder(): void {
    for (let next = this.#held[0]; next !== undefined; next = this.#held[0]) {
      if (isLarge(next.length)) {
        this.#isWaiting = true;
        void ownTurn(next.length)?.then(() => this.#sendLarge());
        return;
      }
      this.#held.shift();
      next.send();
    }
    for (const tell of this.#onSent.splice(0)) tell();
  }

  #sendLarge(): void {
    this.#isWaiting = false;
    // Nothing is left after `drop`.
    this.#held.shift()?.send();
    this.#sendInOrder();
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
