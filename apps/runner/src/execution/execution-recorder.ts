/**
 * Appends the events of one execution and folds each at once, so that the next decision sees it.
 * Tracks whether everything appended is durable. Events are buffered briefly and sent together.
 * Otherwise a chain of functions would cost one flush per block, and a short call one flush for its
 * start and one for its result. Each flush wakes every reader.
 */
import type { RecordTypes } from '@libs/contracts';
import { isLarge, ownTurn } from '@libs/event-loop';
import { evolve, type ExecutionEvent, type ExecutionHistory } from '@libs/execution';
import type { RecordPosition } from '@libs/event-log';
import type { LedgerWriter } from '../partition/ledger-writer.js';

export type EventData<T extends ExecutionEvent['type']> = Omit<
  RecordTypes[T],
  'executionId' | 'sequence' | 'occurredAt'
>;

/** Longest time in the buffer while only computed blocks run. Live readers lag by it. */
const bufferedForMs = 100;
/** The same while anything else runs. The start and result of a faster call share one flush. */
const soonMs = 5;
/** Events that may await acknowledgement while an execution continues. */
const longestBacklog = 1_000;

interface BufferedEvent {
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
  #buffered: BufferedEvent[] = [];
  #isBuffering = false;
  #timer: NodeJS.Timeout | undefined;
  #isSoon = false;
  /** A large event waits for its own event-loop turn, and all later events wait with it. */
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

  /** Too many of its events are not known to be durable. */
  get isBehind(): boolean {
    return this.#undurable >= longestBacklog;
  }

  /** Many records, of any writer, are waiting for the log. */
  get isCrowded(): boolean {
    return this.writer.isCrowded;
  }

  /** From now on events are buffered until `flushSoon`, but at most `bufferedForMs`. */
  buffer(): void {
    this.#isBuffering = true;
  }

  /** Sends the buffered events soon, together with those appended until then. */
  flushSoon(): void {
    this.#isBuffering = false;
    if (this.#buffered.length === 0 || this.#isSoon) return;
    clearTimeout(this.#timer);
    this.#isSoon = true;
    this.#timer = setTimeout(() => void this.flush(), soonMs);
  }

  /** Discards the buffered events: nothing more is written. */
  drop(): void {
    this.#buffered = [];
    clearTimeout(this.#timer);
  }

  /** Flushes. Null when all is durable, else a promise of the last event's position. */
  pending(): Promise<RecordPosition | null> | null {
    const sent = this.flush();
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
    const buffered = { length: lengthOf(event), send: (): void => this.#send(type, event) };
    this.#buffered.push(buffered);
    if (this.#isBuffering || this.#isSoon)
      this.#timer ??= setTimeout(() => void this.flush(), bufferedForMs);
    else void this.flush();
    evolve(this.history, { type, data: event } as unknown as ExecutionEvent);
  }

  /** @returns null when all is sent, else a promise that resolves when it is */
  flush(): Promise<void> | null {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isSoon = false;
    if (!this.#isWaiting) this.#sendInOrder();
    return this.#buffered.length === 0
      ? null
      : new Promise((resolve) => this.#onSent.push(resolve));
  }

  /** Sends small events at once. A large one takes its own event-loop turn, and later ones wait. */
  #sendInOrder(): void {
    for (let next = this.#buffered[0]; next !== undefined; next = this.#buffered[0]) {
      if (isLarge(next.length)) {
        this.#isWaiting = true;
        void ownTurn(next.length)?.then(() => this.#sendLarge());
        return;
      }
      this.#buffered.shift();
      next.send();
    }
    for (const tell of this.#onSent.splice(0)) tell();
  }

  #sendLarge(): void {
    this.#isWaiting = false;
    // Empty after `drop`.
    this.#buffered.shift()?.send();
    this.#sendInOrder();
  }

  #send<T extends ExecutionEvent['type']>(type: T, event: RecordTypes[T]): void {
    const acknowledged = this.writer.append(type, event, this.traceparent);
    this.#durable = acknowledged;
    acknowledged.then(() => {
      this.#undurable -= 1;
      if (this.#durable === acknowledged && this.#buffered.length === 0) this.#isDurable = true;
    }, this.onFailed);
  }
}
