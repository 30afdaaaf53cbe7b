/** Whether this page is live, and how far it has read. The frame shows it; pages don't ask. */
import type { Counters } from '../core/live/topics.js';
import { valueStore } from './value-store.js';

export type Connection =
  /** No stream was open yet. */
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  /** The stream broke just now. */
  | { readonly state: 'behind'; readonly sinceMs: number }
  | { readonly state: 'offline'; readonly sinceMs: number }
  /** The workspace is not to be seen any more. */
  | { readonly state: 'refused' }
  /** The session ended. */
  | { readonly state: 'ended' };

const store = valueStore<Connection>({ state: 'connecting' });

export const connection = store.get;
export const useConnection = store.use;
/** @returns a function that stops it */
export const onConnection = store.subscribe;

export function setConnection(next: Connection): void {
  const current = store.get();
  // A session that ended stays ended until the page is loaded again.
  if (current.state === 'ended') return;
  const isSame =
    current.state === next.state &&
    (!('sinceMs' in current) || !('sinceMs' in next) || current.sinceMs === next.sinceMs);
  if (!isSame) store.set(next);
}

export const restartConnection = (): void => store.set({ state: 'connecting' });

/** Position of the stream that this page has read; null: not yet. */
export const streamPosition = valueStore<number | null>(null);

/** Null: not told yet, or not to keys that are limited to workflows. */
export const counters = valueStore<Counters | null>(null);
