/** Whoever asks while an answer is being made gets that one: a flood of callers costs as much as one of them. */
export function sharedCall<T>(make: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  return () => {
    current ??= make().finally(() => (current = null));
    return current;
  };
}
