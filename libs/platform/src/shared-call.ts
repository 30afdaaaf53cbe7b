/**
 * Whoever asks while an answer is being made, or shortly after, gets that one: a flood of callers costs as much as one of them.
 * @param keepMs how long an answer that was made is given
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
