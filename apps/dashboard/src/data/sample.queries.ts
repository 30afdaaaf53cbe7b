/** What the subscriptions of a workflow send, and sent. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Inclusion } from '../core/subscription/subscription-draft.js';
import { ask } from './ask.js';

/** The body as a delivery would have it; nothing is sent. */
export const sampleEvent = (
  workspaceId: string,
  workflowId: string,
  includes: readonly Inclusion[],
) => ({
  ...ask(workspaceId, 'sampleSubscription', {
    path: { workflowId },
    query: Object.fromEntries(includes.map((name) => [name, 'true' as const])),
  }),
  placeholderData: keepPreviousData,
  staleTime: 60_000,
});

/** The newest of all subscriptions that are told of the workflow. */
export const workflowDeliveries = (workspaceId: string, workflowId: string) =>
  ask(workspaceId, 'searchDeliveries', { query: { workflowId, limit: 100 } });

export const lastDeliveries = (
  workspaceId: string,
  of: { readonly workflowId: string; readonly subscriptionId: string },
) => ask(workspaceId, 'searchDeliveries', { query: { ...of, limit: 3 } });
