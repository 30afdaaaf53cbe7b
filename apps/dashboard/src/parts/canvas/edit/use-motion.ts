import { useLayoutEffect, useEffectEvent } from 'react';
import { useEditSession } from './edit-session.js';
import type { Motion } from './gesture.js';

/** Draws each step of a drag into the page itself: React would take as long as the step may. */
export function useMotion(draw: (motion: Motion) => void): void {
  const { motion } = useEditSession();
  const drawn = useEffectEvent(draw);
  // The outside system is the page.
  useLayoutEffect(() => {
    const follow = (): void => drawn(motion.get());
    follow();
    return motion.subscribe(follow);
  }, [motion]);
}
