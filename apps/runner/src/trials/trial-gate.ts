/**
 * Runs suspects one at a time. During a trial nothing else in this process computes. Each trial is
 * recorded durably first. Trials and ordinary work alternate, so that many suspects slow the
 * process down but do not stop it.
 */
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Passage } from './passage.js';
import type { SuspectPassage, TrialOutcome, TrialQueue } from './suspect-passage.js';
import type { TrialPast, TrialRecords, TrialSubject } from './trial-records.js';

const retryMs = 500;
/** Longest time that Postgres may hold up all executions between two trials. */
const patienceMs = 100;
const shortestWindowMs = 5;

export const deathsBeforeQuarantine = 2;
const baseDeadlineMs = 250;
/** Longest time that all others wait while one execution runs alone. */
const longestDeadlineMs = 4_000;

/** Watches the process while a suspect is on trial. */
export interface FlightRecorder {
  /** Resolves within seconds, ready or not. */
  ready(): Promise<void>;
  watch(subject: TrialSubject): void;
  rest(): void;
}

export interface TrialGateOptions {
  readonly records: TrialRecords;
  readonly recorder: FlightRecorder;
  readonly logger: Pick<Logger, 'warn'>;
  onTrial(outcome: TrialOutcome): void;
}

export class TrialGate implements TrialQueue {
  /** For every execution that is not a suspect. */
  readonly ordinary: Passage;
  readonly #queue: SuspectPassage[] = [];
  #waiting: (() => void)[] = [];
  #isClosed = false;
  #isWorking = false;
  /** The latest trial, whose row is still open. */
  #unclosed: TrialSubject | null = null;

  constructor(private readonly options: TrialGateOptions) {
    const isOpen = (): boolean => !this.#isClosed;
    this.ordinary = {
      get isOpen() {
        return isOpen();
      },
      opened: () =>
        this.#isClosed ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(),
      rest: () => undefined,
      quarantine: null,
    };
  }

  enqueue(passage: SuspectPassage): void {
    if (!this.#queue.includes(passage)) this.#queue.push(passage);
    if (this.#isWorking) return;
    this.#isWorking = true;
    void this.#work().finally(() => (this.#isWorking = false));
  }

  async #work(): Promise<void> {
    await this.options.recorder.ready();
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      const startedMs = performance.now();
      await this.#try(next);
      const othersWait = this.#waiting.length > 0;
      if (!othersWait && this.#queue.length > 0) continue;
      await this.#close();
      this.#open();
      if (othersWait) await sleep(Math.max(shortestWindowMs, performance.now() - startedMs));
    }
  }

  async #try(passage: SuspectPassage): Promise<void> {
    const { recorder, onTrial } = this.options;
    const past = await this.#record(passage);
    if (past === null || passage.isOver) return;
    const verdict = verdictOn(past);
    if (verdict.kind === 'quarantine') {
      passage.condemn(verdict.message, this.ordinary);
      onTrial('quarantined');
      return;
    }
    this.#isClosed = true;
    recorder.watch(passage.subject);
    const outcome = await passage.run(verdict.deadlineMs);
    recorder.rest();
    onTrial(outcome);
    if (outcome !== 'lost') return;
    // If it froze this process until the partition was lost, its row stays open with the symptom.
    this.#unclosed = null;
    await this.#bounded(this.options.records.lose(passage.subject));
  }

  /** Null when the partition was lost before Postgres answered. */
  async #record(passage: SuspectPassage): Promise<TrialPast | null> {
    while (!passage.isOver) {
      const impatience = setTimeout(() => this.#open(), patienceMs);
      try {
        const past = await this.options.records.begin(passage.subject, this.#unclosed);
        this.#unclosed = passage.subject;
        return past;
      } catch (error) {
        this.#open();
        const { executionId } = passage.subject;
        this.options.logger.warn({ err: error, executionId }, 'A suspect waits for Postgres');
        await sleep(retryMs);
      } finally {
        clearTimeout(impatience);
      }
    }
    return null;
  }

  async #close(): Promise<void> {
    const subject = this.#unclosed;
    if (subject !== null) await this.#bounded(this.options.records.end(subject));
  }

  async #bounded(written: Promise<void>): Promise<void> {
    const recorded = written.then(
      () => void (this.#unclosed = null),
      (error: unknown) =>
        this.options.logger.warn({ err: error }, 'The end of a trial is not recorded'),
    );
    await Promise.race([recorded, sleep(patienceMs)]);
  }

  #open(): void {
    this.#isClosed = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

type Verdict =
  | { readonly kind: 'run'; readonly deadlineMs: number }
  | { readonly kind: 'quarantine'; readonly message: string };

/** Judges an execution by its earlier trials. Pure. */
function verdictOn({ trials, loneDeaths, cause }: TrialPast): Verdict {
  if (loneDeaths < deathsBeforeQuarantine)
    return { kind: 'run', deadlineMs: Math.min(longestDeadlineMs, baseDeadlineMs * 2 ** trials) };
  const last = cause === null ? '' : ` (${cause})`;
  return {
    kind: 'quarantine',
    message: `It ended the process that ran it ${loneDeaths} times while nothing else ran${last}. Make what its blocks build from their inputs smaller, deploy the workflow, and run it again`,
  };
}
