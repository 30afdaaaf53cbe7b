/** The stream of a workspace by `fetch`, which shows its comments and takes a position. */
import type { OpenedStream, StreamSource } from './follow-stream.js';

async function* textOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

async function* nothing(): AsyncGenerator<string> {}

async function open(
  workspaceId: string,
  position: string | null,
  signal: AbortSignal,
): Promise<OpenedStream> {
  const query = new URLSearchParams({ workspaceId }).toString();
  const { status, headers, body } = await fetch(`/api/v1/stream?${query}`, {
    signal,
    cache: 'no-store',
    credentials: 'same-origin',
    headers: {
      accept: 'text/event-stream',
      'x-workspace-id': workspaceId,
      ...(position !== null && { 'last-event-id': position }),
    },
  });
  return {
    status,
    retryAfterSeconds: Number(headers.get('retry-after') ?? 0) || 0,
    pieces: body === null ? nothing() : textOf(body),
  };
}

/** Also ends when the browser says that the network is back. */
const pause = (waitMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, waitMs);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });

export const streamOf = (workspaceId: string): StreamSource => ({
  open: (position, signal) => open(workspaceId, position, signal),
  pause,
});
