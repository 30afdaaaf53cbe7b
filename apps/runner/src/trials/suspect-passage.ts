/** A suspect computes only while on trial. To continue later, it asks for the next trial. */
import type { Passage } from './passage.js';
import type { TrialSubject } from './trial-records.js';

export type TrialOutcome = 'rested' | 'deadline' | 'lost' | 'quarantined';

export interface TrialQueue {
  enqueue(passage: SuspectPassage): void;
}

export class SuspectPassage implements Passage {
  #waiting: (() => void)[] = [];
  #finish: ((outcome: TrialOutcome) => void) | null = null;
  /** Set once it ended, parked or was lost: nothing holds it back any more. */
  #isOver = false;
  #condemned: { readonly message: string; readonly passage: Passage } | null = null;

  constructor(
    readonly subject: TrialSubject,
    private readonly gate: TrialQueue,
  ) {}

  get isOver(): boolean {
    return this.#isOver;
  }

  get quarantine(): string | null {
    return this.#condemned?.message ?? null;
  }

  get isOpen(): boolean {
    return this.#isOver || this.#finish !== null || this.#condemned?.passage.isOpen === true;
  }

  opened(): Promise<void> {
    if (this.isOpen) return Promise.resolve();
    if (this.#condemned !== null) return this.#condemned.passage.opened();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.gate.enqueue(this);
    });
  }

  rest(): void {
    this.#finish?.('rested');
  }

  /** It does nothing more here. */
  leave(): void {
    this.#isOver = true;
    this.#finish?.('rested');
    this.#admit();
  }

  abandon(): void {
    this.#isOver = true;
    this.#finish?.('lost');
    this.#admit();
  }

  /** Lets it compute until it rests, for at most `deadlineMs`. */
  run(deadlineMs: number): Promise<TrialOutcome> {
    return new Promise((resolve) => {
      const finish = (outcome: TrialOutcome): void => {
        clearTimeout(timer);
        this.#finish = null;
        resolve(outcome);
      };
      const timer = setTimeout(() => finish('deadline'), deadlineMs);
      this.#finish = finish;
      this.#admit();
    });
  }

  /** @param passage of ordinary executions, through which it ends without running */
  condemn(message: string, passage: Passage): void {
    this.#condemned = { message, passage };
    this.#admit();
  }

  #admit(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
