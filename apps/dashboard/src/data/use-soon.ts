import { useEffect, useRef } from 'react';

/** Acts once for all calls within `afterMs`, at their end. */
export function useSoon(afterMs: number, act: () => void): () => void {
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null);
  const latest = useRef(act);
  // The outside system is the clock.
  useEffect(() => {
    latest.current = act;
  });
  useEffect(
    () => () => {
      if (waiting.current !== null) clearTimeout(waiting.current);
    },
    [],
  );
  return () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = null;
      latest.current();
    }, afterMs);
  };
}
