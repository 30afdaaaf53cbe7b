/** Connects this tab to the stream of a workspace. Outside systems: the stream, and a clock. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { topics } from '../core/live/topics.js';
import {
  connection,
  counters,
  onConnection,
  setConnection,
  streamPosition,
} from '../data/connection.js';
import { publish } from '../data/live/live-feed.js';
import { openLive } from '../data/live/open-live.js';

/** While there is no stream. */
const pollMs = 30_000;

export function useLiveOwner(workspaceId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const close = openLive(workspaceId, (told) => {
      if (told.kind === 'connection') setConnection(told.connection);
      else if (told.kind === 'position') streamPosition.set(told.position);
      else if (told.message.kind === 'counters') counters.set(told.message.counters);
      else publish(told.message);
    });
    return () => {
      close();
      streamPosition.set(null);
      counters.set(null);
    };
  }, [workspaceId]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (connection().state === 'offline') publish({ kind: 'resync', topics });
    }, pollMs);
    // The stream brings what was missed; what failed meanwhile is asked for again.
    const stop = onConnection(() => {
      if (connection().state === 'live')
        void queryClient.refetchQueries({
          type: 'active',
          predicate: ({ state }) => state.status === 'error',
        });
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [queryClient]);
}
