/**
 * Work over a long text, cut into steps so that other work can run in between. Each step yields the
 * length that it processed. Pure: the caller decides when to continue.
 */
export type Steps<T> = Generator<number, T, void>;

/** Runs all steps without a break. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
