/**
 * One stream a browser and workspace: the tab that holds the Web Lock reads it and passes it on to
 * the others. A browser allows six connections to an HTTP/1.1 server, so a stream a tab would make
 * the seventh tab wait for ever.
 */
import type { Connection } from '../connection.js';
import { type LiveMessage, messageOf, topics } from './messages.js';

export interface LiveListener {
  message(message: LiveMessage): void;
  connection(connection: Connection): void;
}

type Passed =
  | { readonly kind: 'message'; readonly message: LiveMessage }
  | { readonly kind: 'connection'; readonly connection: Connection }
  /** A new tab asks how the stream is. */
  | { readonly kind: 'hello' };

const events = [
  ...['execution.changed', 'delivery.changed', 'notification.changed', 'resync', 'session.ended'],
];
const reopenAfterMs = 30_000;

const addressOf = (workspaceId: string): string =>
  `/api/v1/stream?${new URLSearchParams({ workspaceId, topics: topics.join(',') }).toString()}`;

/** Reads the stream until `signal` ends it. */
function readStream(workspaceId: string, say: (passed: Passed) => void, signal: AbortSignal): void {
  let isAnew = false;
  const open = (): void => {
    if (signal.aborted) return;
    const source = new EventSource(addressOf(workspaceId));
    const close = (): void => source.close();
    signal.addEventListener('abort', close, { once: true });
    source.onopen = () => {
      say({ kind: 'connection', connection: { state: 'live' } });
      // The browser resumes at the last id, but a new stream has none.
      if (isAnew) say({ kind: 'message', message: { kind: 'resync', topics } });
      isAnew = false;
    };
    source.onerror = () => {
      const isClosed = source.readyState === EventSource.CLOSED;
      say({
        kind: 'connection',
        connection: isClosed ? { state: 'offline', sinceMs: Date.now() } : { state: 'catchingUp' },
      });
      if (!isClosed) return;
      signal.removeEventListener('abort', close);
      isAnew = true;
      setTimeout(open, reopenAfterMs);
    };
    for (const event of events)
      source.addEventListener(event, ({ data }: MessageEvent<string>) => {
        const message = messageOf(event, data);
        if (message !== null) say({ kind: 'message', message });
        if (message?.kind === 'ended') source.close();
      });
  };
  open();
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** @returns closes */
export function openLive(workspaceId: string, listener: LiveListener): () => void {
  const name = `flowledger-live-${workspaceId}`;
  const channel = new BroadcastChannel(name);
  const closing = new AbortController();
  let latest: Connection | null = null;
  const hear = (passed: Passed): void => {
    if (passed.kind === 'message') listener.message(passed.message);
    else if (passed.kind === 'connection') listener.connection(passed.connection);
    else if (latest !== null) channel.postMessage({ kind: 'connection', connection: latest });
  };
  const say = (passed: Passed): void => {
    if (passed.kind === 'connection') latest = passed.connection;
    hear(passed);
    channel.postMessage(passed);
  };
  channel.onmessage = ({ data }: MessageEvent<Passed>) => hear(data);
  const lead = async (): Promise<void> => {
    if (closing.signal.aborted) return;
    readStream(workspaceId, say, closing.signal);
    await untilAborted(closing.signal);
  };
  // Web Locks exist in secure contexts only; elsewhere each tab has its own stream.
  if ('locks' in navigator)
    navigator.locks.request(name, { signal: closing.signal }, lead).catch(() => undefined);
  else void lead();
  channel.postMessage({ kind: 'hello' });
  return () => {
    closing.abort();
    channel.close();
  };
}
