/** What a stream says, as server-sent events (WHATWG HTML 9.2). Pure. */
import type { WorkspaceChange } from '@libs/contracts';
import type { StreamTopic } from './changes.js';

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const eventOf: Readonly<Record<StreamTopic, string>> = {
  executions: 'execution.changed',
  deliveries: 'delivery.changed',
  approvals: 'approval.changed',
  workflows: 'workflow.changed',
  notifications: 'notification.changed',
};

const viewOf: Readonly<Record<StreamTopic, (change: WorkspaceChange) => object>> = {
  executions: ({ id, workflowId, status, startedAt, endedAt }) => ({
    ...{ id, workflowId, status, startedAt: iso(startedAt), endedAt: iso(endedAt) },
  }),
  deliveries: ({ id, workflowId, executionId, status: state }) => ({
    ...{ id, workflowId, executionId, state },
  }),
  approvals: ({ id: executionId, workflowId, status: state }) => ({
    ...{ executionId, workflowId, state },
  }),
  workflows: ({ id, status: action, by }) => ({ id, action, by }),
  notifications: ({ id: executionId, workflowId, status: kind }) => ({
    ...{ executionId, workflowId, kind },
  }),
};

/** @param id the reader's position after this event; null: it has none */
export const eventText = (event: string, data: object, id: number | null): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

export const changesText = (
  topic: StreamTopic,
  taken: readonly WorkspaceChange[] | 'resync',
  id: number | null,
): string =>
  taken === 'resync'
    ? eventText('resync', { topic }, id)
    : eventText(eventOf[topic], { changes: taken.map(viewOf[topic]) }, id);
