/**
 * The time for texts such as "2 minutes ago". Those who listen are told in steps; who reads it gets
 * the current second, so that nothing that has happened seems to lie ahead.
 */
export interface Clock {
  nowMs(): number;
  /** @returns a function that stops it */
  subscribe(listener: () => void): () => void;
}

const secondMs = 1_000;

export function clockIn(stepMs: number): Clock {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    nowMs: () => Math.floor(Date.now() / secondMs) * secondMs,
    subscribe: (listener) => {
      if (listeners.size === 0) timer = setInterval(tick, stepMs);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}
