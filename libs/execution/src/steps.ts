/**
 * Work over a long text, cut where others may have a turn. Each step yields the length that it went through. Pure: who runs it decides
 * when it goes on.
 */
export type Steps<T> = Generator<number, T, void>;

/** Without a break. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
