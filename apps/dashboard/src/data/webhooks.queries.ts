/** Subscriptions of a workspace, and what was delivered to their receivers. */
import type { Operations } from '@libs/client';
import { type InfiniteData, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask, call, pagesOf } from './ask.js';

export type Subscription = Operations['listWorkspaceSubscriptions']['answer']['data'][number];
export type SubscriptionFields = Operations['createWorkspaceSubscription']['request']['body'];
export type SubscriptionTest = Operations['testWorkspaceSubscription']['answer']['data'];
export type SentRequest = Operations['getDeliveryRequest']['answer']['data'];

export const listSubscriptions = (workspaceId: string) =>
  pagesOf(workspaceId, 'listWorkspaceSubscriptions', {
    query: { limit: 50, include: 'standing,stats24h' },
  });

type DeliverySearch = NonNullable<Operations['searchDeliveries']['request']['query']>;
export type DeliveryPages = InfiniteData<Operations['searchDeliveries']['answer']>;
export type DeliveryState = NonNullable<DeliverySearch['state']>;

/** @param state null: of every state */
export const listDeliveries = (
  workspaceId: string,
  subscriptionId: string,
  state: DeliveryState | null,
) =>
  pagesOf(workspaceId, 'searchDeliveries', {
    query: { subscriptionId, limit: 50, ...(state !== null && { state }) },
  });

export const getDelivery = (workspaceId: string, deliveryId: string) =>
  ask(workspaceId, 'getDelivery', { path: { deliveryId } });

/** @param attempt whose headers are meant; null: the last one's */
export const sentRequest = (workspaceId: string, deliveryId: string, attempt: number | null) =>
  queryOptions({
    ...ask(workspaceId, 'getDeliveryRequest', {
      path: { deliveryId },
      query: attempt === null ? {} : { attempt },
    }),
    placeholderData: keepPreviousData,
  });

export type Received = Operations['verifyDelivery']['request']['body'];
export type Verification = Operations['verifyDelivery']['answer']['data'];

/** The server compares with its own copy of the secret, which is never sent. */
export const verifyDelivery = (workspaceId: string, deliveryId: string, received: Received) =>
  call(workspaceId, 'verifyDelivery', { path: { deliveryId }, body: received });

/** Whether the signature of an attempt is right for the bytes that were sent. */
export const sentVerification = (workspaceId: string, sent: SentRequest, attempt: number) =>
  queryOptions({
    queryKey: [workspaceId, 'verifyDelivery', sent.deliveryId, attempt],
    queryFn: () => verifyDelivery(workspaceId, sent.deliveryId, { attempt }),
    enabled: sent.attempts.some(
      ({ number, signature }) => number === attempt && signature !== null,
    ),
    staleTime: Infinity,
  });

/** @param workflowId null: of all workflows of the workspace */
export const createSubscription = (
  workspaceId: string,
  workflowId: string | null,
  body: SubscriptionFields,
) =>
  workflowId === null
    ? call(workspaceId, 'createWorkspaceSubscription', { body })
    : call(workspaceId, 'createSubscription', { path: { workflowId }, body });

interface Which {
  readonly id: string;
  readonly workflowId: string | null;
}

export const changeSubscription = (
  workspaceId: string,
  { id: subscriptionId, workflowId }: Which,
  body: Partial<SubscriptionFields>,
) =>
  workflowId === null
    ? call(workspaceId, 'changeWorkspaceSubscription', { path: { subscriptionId }, body })
    : call(workspaceId, 'changeSubscription', { path: { workflowId, subscriptionId }, body });

export const deleteSubscription = (
  workspaceId: string,
  { id: subscriptionId, workflowId }: Which,
) =>
  workflowId === null
    ? call(workspaceId, 'deleteWorkspaceSubscription', { path: { subscriptionId } })
    : call(workspaceId, 'deleteSubscription', { path: { workflowId, subscriptionId } });

export const rotateSecret = (workspaceId: string, { id: subscriptionId, workflowId }: Which) =>
  workflowId === null
    ? call(workspaceId, 'rotateWorkspaceSubscriptionSecret', { path: { subscriptionId }, body: {} })
    : call(workspaceId, 'rotateSubscriptionSecret', {
        path: { workflowId, subscriptionId },
        body: {},
      });

export const activateSubscription = (
  workspaceId: string,
  { id: subscriptionId, workflowId }: Which,
  replaySuppressed: boolean,
) =>
  workflowId === null
    ? call(workspaceId, 'activateWorkspaceSubscription', {
        path: { subscriptionId },
        body: { replaySuppressed },
      })
    : call(workspaceId, 'activateSubscription', {
        path: { workflowId, subscriptionId },
        body: { replaySuppressed },
      });

export const testSubscription = (workspaceId: string, { id: subscriptionId, workflowId }: Which) =>
  workflowId === null
    ? call(workspaceId, 'testWorkspaceSubscription', { path: { subscriptionId } })
    : call(workspaceId, 'testSubscription', { path: { workflowId, subscriptionId } });

export const redeliver = (workspaceId: string, deliveryId: string) =>
  call(workspaceId, 'redeliver', { path: { deliveryId } });

export interface Recovery {
  readonly since: string;
  readonly states: ('succeeded' | 'failed' | 'exhausted' | 'suppressed')[];
  readonly perSecond: number;
}

/** @param isDryRun counts only */
export const recoverSince = (
  workspaceId: string,
  subscriptionId: string,
  recovery: Recovery,
  isDryRun: boolean,
) =>
  call(workspaceId, 'redeliverSince', {
    path: { subscriptionId },
    body: { ...recovery, dryRun: isDryRun },
  });

export const cancelRecovery = (workspaceId: string, recoveryId: string) =>
  call(workspaceId, 'cancelRecovery', { path: { recoveryId } });

export const getRecovery = (workspaceId: string, recoveryId: string) =>
  ask(workspaceId, 'getRecovery', { path: { recoveryId } });
