/** Hands messages of the stream to whoever listens in this tab. */
import { useEffect, useEffectEvent } from 'react';
import type { LiveMessage } from '../../core/live/topics.js';

type Listener = (message: LiveMessage, atMs: number) => void;
const listeners = new Set<Listener>();

export function publish(message: LiveMessage): void {
  const atMs = Date.now();
  for (const listener of listeners) listener(message, atMs);
}

/** The outside system is the stream. */
export function useLive(listener: Listener): void {
  const hear = useEffectEvent(listener);
  useEffect(() => {
    const own: Listener = (message, atMs) => hear(message, atMs);
    listeners.add(own);
    return () => void listeners.delete(own);
  }, []);
}
