/**
 * The demo as this page shows it: its last run, found again whoever started it, and the webhook
 * that was sent because of it. The stream of the workspace says when to read again.
 */
import type { Operations } from '@libs/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf } from '../../data/ask.js';
import { useConnection } from '../../data/connection.js';
import { deliveriesOf, deliveryWithTries } from '../../data/deliveries.queries.js';
import { useLive } from '../../data/live/live-feed.js';
import type { RunState } from '../../data/run/run.js';
import { useRunIfAny } from '../../data/run/use-run.js';
import { currentSession } from '../../data/session.queries.js';
import { type Demo, type ReceivedWebhook, runDemo } from '../../data/start.queries.js';
import { useIsStarting } from '../../data/use-session.js';
import { getWorkflow, lastExecutions } from '../../data/workflow.queries.js';

export type DemoDelivery = Operations['getDelivery']['answer']['data'];

export interface ShownDemo {
  readonly workspaceId: string;
  readonly demo: Demo;
  /** Of the version that runs now. */
  readonly definition: unknown;
  /** Null: it has not run. */
  readonly executionId: string | null;
  readonly run: RunState | null;
  /** Null: nothing was sent yet. */
  readonly delivery: DemoDelivery | null;
  readonly start: ReturnType<typeof useStart>;
}

function useStart(workspaceId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: runDemo,
    onSuccess: () => {
      for (const operation of ['listLogs', 'getOnboarding'] as const)
        void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, operation) });
    },
  });
}

/** Where the stream is not reachable, what is awaited is asked for. */
const askAgainMs = 2_000;

export function useDemo(workspaceId: string, demo: Demo): ShownDemo {
  const { workflowId, subscriptionId } = demo;
  const start = useStart(workspaceId);
  const workflow = useQuery(getWorkflow(workspaceId, workflowId));
  const last = useQuery(lastExecutions(workspaceId, workflowId, 1));
  const newest = last.data?.data[0]?.executionId ?? null;
  const own = start.data?.executionId ?? null;
  // Ids of executions grow with the time. The list may not have the page's own run yet, or already
  // have a later one from a shell.
  const executionId = own !== null && own > (newest ?? '') ? own : newest;
  const run = useRunIfAny(workspaceId, executionId);
  const delivery = useDelivery(workspaceId, subscriptionId, executionId);
  useChanges(workspaceId, workflowId);
  return {
    ...{ workspaceId, demo, executionId, run, delivery, start },
    definition: workflow.data?.data.definition ?? null,
  };
}

function useDelivery(
  workspaceId: string,
  subscriptionId: string,
  executionId: string | null,
): DemoDelivery | null {
  const isLive = useConnection().state === 'live';
  const list = useQuery({
    ...deliveriesOf(workspaceId, executionId ?? ''),
    enabled: executionId !== null,
    refetchInterval: ({ state }) =>
      isLive || (state.data?.data.length ?? 0) > 0 ? false : askAgainMs,
  });
  const found = list.data?.data.find((one) => one.subscriptionId === subscriptionId);
  const { data } = useQuery({
    ...deliveryWithTries(workspaceId, found?.id ?? ''),
    enabled: found !== undefined,
    refetchInterval: ({ state }) =>
      isLive || state.data?.data.state !== 'pending' ? false : askAgainMs,
  });
  return data?.data ?? null;
}

const readAfter = {
  executions: ['listLogs', 'getOnboarding'],
  deliveries: ['listExecutionDeliveries', 'getDelivery', 'getDemo', 'getOnboarding'],
  resync: ['listLogs', 'listExecutionDeliveries', 'getDelivery', 'getDemo', 'getOnboarding'],
} as const;

function useChanges(workspaceId: string, workflowId: string): void {
  const queryClient = useQueryClient();
  const isStarting = useIsStarting(workspaceId);
  const readAgain = (kind: keyof typeof readAfter): void => {
    // The step that was the last one takes the page out of the rail.
    if (isStarting) void queryClient.invalidateQueries({ queryKey: currentSession().queryKey });
    for (const operation of readAfter[kind])
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, operation) });
  };
  useLive((message) => {
    if (message.kind === 'resync') readAgain('resync');
    else if (message.kind === 'executions' || message.kind === 'deliveries') {
      const isOurs = message.changes.some((change) => change.workflowId === workflowId);
      if (isOurs) readAgain(message.kind);
    }
  });
}

/** What the receiver got of a delivery, the last attempt. */
export const receivedOf = (demo: Demo, deliveryId: string | null): ReceivedWebhook | null =>
  demo.receiver?.received.find((one) => one.deliveryId === deliveryId) ?? null;
