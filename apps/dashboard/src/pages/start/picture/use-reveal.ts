/**
 * How many lines of a run are shown. A run takes some milliseconds; what was started here is shown
 * line by line, so that a person sees it happen. The outside system is the clock.
 */
import { useEffect, useState } from 'react';
import { useMedia } from '../../../ui/use-media.js';

const stepMs = 160;

export function useReveal(runId: string | null, lines: number, isStepped: boolean): number {
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const [reached, setReached] = useState<{ runId: string | null; count: number }>({
    ...{ runId: null, count: 0 },
  });
  const isAtOnce = !isStepped || isStill;
  const count = reached.runId === runId ? reached.count : 0;
  const isOver = isAtOnce || count >= lines;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setTimeout(() => setReached({ runId, count: count + 1 }), stepMs);
    return () => clearTimeout(timer);
  }, [runId, count, isOver]);
  return isAtOnce ? lines : Math.min(count, lines);
}
