/** Connects this tab to the stream of a workspace. Outside systems: the stream, and a clock. */
import { useEffect } from 'react';
import { connection, setConnection } from '../data/connection.js';
import { publish } from '../data/live/live-feed.js';
import { topics } from '../data/live/messages.js';
import { openLive } from '../data/live/stream.js';

const pollMs = 30_000;

export function useLiveOwner(workspaceId: string): void {
  useEffect(
    () =>
      openLive(workspaceId, {
        connection: setConnection,
        message: (message) => {
          if (message.kind === 'ended') setConnection({ state: 'ended' });
          else publish(message);
        },
      }),
    [workspaceId],
  );
  useEffect(() => {
    const timer = setInterval(() => {
      const { state } = connection();
      if (state === 'offline' || state === 'catchingUp') publish({ kind: 'resync', topics });
    }, pollMs);
    return () => clearInterval(timer);
  }, []);
}
