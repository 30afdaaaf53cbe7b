/** What a stream says, as server-sent events (WHATWG HTML 9.2). Pure. */
import { logIdOf, type WorkspaceChange } from '@libs/contracts';
import type { FeedTopic } from './changes.js';

/** Undefined, and so absent, for what is not told. */
const iso = (ms: number | null): string | undefined =>
  ms === null ? undefined : new Date(ms).toISOString();

/** Without what is not told, so that a reader can lay it over the row that it has. */
const told = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** The fields of a row in the list of logs. */
const executionView = (change: WorkspaceChange): object => ({
  ...told({
    id: change.id,
    logId: logIdOf(change.id),
    workflowId: change.workflowId,
    trigger: change.trigger,
    draft: change.draft,
    status: change.status,
    totalDurationMs: change.totalDurationMs,
    errorCode: change.errorCode,
    errorBlock: change.errorBlock,
    costUsd: change.costUsd,
  }),
  startedAt: iso(change.startedAt),
  endedAt: iso(change.endedAt),
  ...(change.result !== null && { result: change.result === '' ? null : change.result }),
});

/** The first attempt is told as due when the delivery is scheduled. */
const deliveryView = (change: WorkspaceChange): object => ({
  ...told({
    id: change.id,
    subscriptionId: change.subscriptionId,
    workflowId: change.workflowId,
    executionId: change.executionId,
    state: change.status,
    attempts: change.attempts,
  }),
  ...(change.attempts !== null && { lastStatus: change.lastStatus }),
  nextAttemptAt: iso(change.nextDueAt) ?? null,
});

/** Without a breaker: something else changed, so the reader reads the subscription again. */
const subscriptionView = (change: WorkspaceChange): object => ({
  ...told({ id: change.id, workflowId: change.workflowId, by: change.by }),
  ...(change.status !== null && {
    breaker: {
      state: change.status,
      since: iso(change.startedAt) ?? null,
      nextProbeAt: iso(change.nextDueAt) ?? null,
    },
  }),
});

/** What is stored beside a draft: the reader reads it again. */
const besideDraftView = ({ workflowId, by }: WorkspaceChange): object => ({ workflowId, by });

const eventOf: Readonly<Record<FeedTopic, string>> = {
  executions: 'execution.changed',
  deliveries: 'delivery.changed',
  approvals: 'approval.changed',
  workflows: 'workflow.changed',
  pins: 'pin.changed',
  tests: 'test.changed',
  notifications: 'notification.changed',
  subscriptions: 'subscription.changed',
};

const viewOf: Readonly<Record<FeedTopic, (change: WorkspaceChange) => object>> = {
  executions: executionView,
  deliveries: deliveryView,
  approvals: ({ id: executionId, workflowId, status: state }) => ({
    executionId,
    workflowId,
    state,
  }),
  workflows: ({ id, status: action, by, revision }) => ({ id, action, by, ...told({ revision }) }),
  pins: besideDraftView,
  tests: besideDraftView,
  notifications: ({ id: executionId, workflowId, status: kind }) => ({
    executionId,
    workflowId,
    kind,
  }),
  subscriptions: subscriptionView,
};

/** @param id the reader's position after this event; null: it has none */
export const eventText = (event: string, data: object, id: number | null): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

export const changesText = (
  topic: FeedTopic,
  taken: readonly WorkspaceChange[] | 'resync',
  id: number | null,
): string =>
  taken === 'resync'
    ? eventText('resync', { topic }, id)
    : eventText(eventOf[topic], { changes: taken.map(viewOf[topic]) }, id);
