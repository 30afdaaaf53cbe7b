/**
 * Keeps an execution that computes without end from running ahead: of the log, which takes only so much at a time, and of everything
 * else that this process does.
 */
import type { ExecutionRecorder } from './execution-recorder.js';
import type { Slices } from './slices.js';

/** Longest time that others wait for one execution. */
const sliceMs = 5;

export class Pace {
  #isResting = false;
  #sliceEndsAt = 0;

  /** @param goOn after a rest */
  constructor(
    private readonly recorder: Pick<ExecutionRecorder, 'isBehind' | 'pending'>,
    private readonly slices: Slices,
    private readonly goOn: () => void,
  ) {}

  get isResting(): boolean {
    return this.#isResting;
  }

  begin(): void {
    this.#sliceEndsAt = performance.now() + sliceMs;
  }

  /** True when nothing more may be done now: `goOn` is called later, unless the log has refused what this waits for. */
  mustRest(): boolean {
    const isOver = performance.now() >= this.#sliceEndsAt;
    const { isBehind } = this.recorder;
    if (!isOver && !isBehind) return false;
    // Sent now either way, so that the appender knows how much is waiting.
    const durable = this.recorder.pending();
    this.#isResting = true;
    (isBehind && durable !== null ? durable : Promise.resolve())
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
