/** Whether this page is live, as a value. The frame shows it; pages don't ask. */
import { useSyncExternalStore } from 'react';

export type Connection =
  | { readonly state: 'live' }
  | { readonly state: 'catchingUp' }
  | { readonly state: 'offline'; readonly sinceMs: number }
  | { readonly state: 'ended' };

let current: Connection = { state: 'catchingUp' };
const listeners = new Set<() => void>();

export const connection = (): Connection => current;

export function setConnection(next: Connection): void {
  // A session that ended stays ended until the page is loaded again.
  if (current.state === 'ended' || (current.state === next.state && next.state !== 'offline'))
    return;
  if (current.state === 'offline' && next.state === 'offline') return;
  current = next;
  for (const listener of listeners) listener();
}

export function restartConnection(): void {
  current = { state: 'catchingUp' };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useConnection = (): Connection => useSyncExternalStore(subscribe, connection);
