/**
 * Keeps an execution from running ahead of the log, which accepts a bounded amount at a time and
 * must not refuse what has happened. Also keeps it from starving everything else in this process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionRecorder } from './execution-recorder.js';
import type { Slices } from '@libs/event-loop';
import { openPassage, type Passage } from '../trials/passage.js';

/** Longest time that one execution keeps others waiting. */
const sliceMs = 5;
/** How soon it checks again whether the log's queue has shrunk. */
const crowdedMs = 50;

export class Pace {
  #isResting = false;
  #sliceEndsAt = 0;

  /** @param goOn called after a rest */
  constructor(
    private readonly recorder: Pick<ExecutionRecorder, 'isBehind' | 'isCrowded' | 'pending'>,
    private readonly slices: Slices,
    private readonly goOn: () => void,
    private readonly passage: Passage = openPassage,
  ) {}

  get isResting(): boolean {
    return this.#isResting;
  }

  begin(): void {
    this.#sliceEndsAt = performance.now() + sliceMs;
  }

  /**
   * True when nothing more may be done now. `goOn` is called later, unless the log refuses the
   * events that this waits for.
   */
  mustRest(): boolean {
    const { isBehind, isCrowded } = this.recorder;
    const mayCompute = this.passage.isOpen;
    if (mayCompute && !isBehind && !isCrowded && performance.now() < this.#sliceEndsAt)
      return false;
    this.#isResting = true;
    // Sent now, whatever the reason for the rest, so that the log's queue counts it.
    const durable = this.recorder.pending();
    const room = isBehind ? durable : isCrowded ? sleep(crowdedMs) : null;
    Promise.resolve(room)
      .then(() => this.passage.opened())
      .then(() => this.slices.next())
      .then(
        () => {
          this.#isResting = false;
          this.goOn();
        },
        () => undefined,
      );
    return true;
  }
}
