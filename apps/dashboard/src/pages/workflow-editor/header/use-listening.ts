/** A test URL whose next request runs the draft. The page hears of the run by the stream. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../data/ask.js';
import { useLive } from '../../../data/live/live-feed.js';
import { useNow } from '../../../parts/time/use-now.js';
import { useEditorOf } from '../store/editor-context.js';

interface TestUrl {
  readonly testUrl: string;
  readonly expiresAt: string;
  readonly executionId: string;
}

export interface Listening {
  /** Null: nothing is waited for. */
  readonly url: TestUrl | null;
  readonly hasEnded: boolean;
  readonly isStarting: boolean;
  readonly error: unknown;
  readonly start: () => void;
  readonly stop: () => void;
}

/** @param onRun the request came, and the draft runs */
export function useListening(onRun: (executionId: string) => void): Listening {
  const { workspaceId, workflowId, flush } = useEditorOf();
  const [url, setUrl] = useState<TestUrl | null>(null);
  const nowMs = useNow(1_000, url !== null);
  const open = useMutation({
    mutationFn: async () => {
      await flush();
      return call(workspaceId, 'listenToDraft', { path: { id: workflowId } });
    },
    onSuccess: ({ data }) => setUrl(data),
  });
  const close = useMutation({
    mutationFn: () => call(workspaceId, 'stopListening', { path: { id: workflowId } }),
  });
  const came = (executionId: string): void => {
    setUrl(null);
    onRun(executionId);
  };
  /** After changes were missed. */
  const look = async ({ executionId }: TestUrl): Promise<void> => {
    try {
      await call(workspaceId, 'getExecution', { path: { id: executionId } });
      came(executionId);
    } catch {
      // It did not come yet, or the next resync asks again.
    }
  };
  useLive((message) => {
    if (url === null) return;
    if (message.kind === 'resync') void look(url);
    if (message.kind !== 'executions') return;
    if (message.changes.some(({ id }) => id === url.executionId)) came(url.executionId);
  });
  return {
    url,
    hasEnded: url !== null && Date.parse(url.expiresAt) <= nowMs,
    ...{ isStarting: open.isPending, error: open.error ?? close.error },
    start: () => open.mutate(),
    stop: () => {
      open.reset();
      if (url === null) return;
      setUrl(null);
      close.mutate();
    },
  };
}
