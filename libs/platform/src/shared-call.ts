/**
 * Callers share an answer that is being made or was just made, so a flood of callers costs as much
 * as one.
 * @param keepMs how long a finished answer is reused
 */
export function sharedCall<T>(make: () => Promise<T>, keepMs = 0): () => Promise<T> {
  let current: { readonly answer: Promise<T>; until: number } | null = null;
  return () => {
    if (current !== null && performance.now() < current.until) return current.answer;
    const made = { answer: make(), until: Infinity };
    const ended = (ms: number) => () => void (made.until = performance.now() + ms);
    made.answer.then(ended(keepMs), ended(0));
    current = made;
    return made.answer;
  };
}
