/**
 * Keeps an execution from running ahead: of the log, which takes only so much at a time and must not refuse what has happened, and of
 * everything else that this process does.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionRecorder } from './execution-recorder.js';
import type { Slices } from '@libs/event-loop';
import { openPassage, type Passage } from './trials/passage.js';

/** Longest time that others wait for one execution. */
const sliceMs = 5;
/** How soon it looks again whether the log has taken what was waiting. */
const crowdedMs = 50;

export class Pace {
  #isResting = false;
  #sliceEndsAt = 0;

  /** @param goOn after a rest */
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

  /** True when nothing more may be done now: `goOn` is called later, unless the log has refused what this waits for. */
  mustRest(): boolean {
    const { isBehind, isCrowded } = this.recorder;
    const mayCompute = this.passage.isOpen;
    if (mayCompute && !isBehind && !isCrowded && performance.now() < this.#sliceEndsAt)
      return false;
    this.#isResting = true;
    // Sent now whatever it rests for, so that the log's queue knows of it.
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
