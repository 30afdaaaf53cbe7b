/**
 * What the stream tells, by topic. A new topic is one entry here: its event, and the fields of a
 * change (apps/api/src/stream/told-change.ts). Pure.
 */
import type { ExecutionChange } from './execution-change.js';
import { count, flag, orNull, recordOf, text } from './fields.js';

interface TopicReader<Change> {
  readonly event: string;
  readonly read: (value: unknown) => readonly Change[];
}

const executions: TopicReader<ExecutionChange> = {
  event: 'execution.changed',
  read: recordOf(
    { id: text, workflowId: text, status: text },
    {
      ...{ logId: text, trigger: text, draft: flag, startedAt: text, endedAt: orNull(text) },
      ...{ totalDurationMs: orNull(count), errorCode: orNull(text), errorBlock: orNull(text) },
      ...{ costUsd: orNull(count), result: orNull(text) },
    },
  ),
};

const readers = {
  executions,
  deliveries: {
    event: 'delivery.changed',
    read: recordOf(
      { id: text, state: text },
      {
        ...{ subscriptionId: text, workflowId: text, executionId: text, attempts: count },
        ...{ lastStatus: orNull(count), nextAttemptAt: orNull(text) },
      },
    ),
  },
  approvals: {
    event: 'approval.changed',
    read: recordOf({ executionId: text, workflowId: text, state: text }, {}),
  },
  workflows: {
    event: 'workflow.changed',
    read: recordOf({ id: text, action: text }, { by: orNull(text), revision: count }),
  },
  pins: {
    event: 'pin.changed',
    read: recordOf({ workflowId: text }, { by: orNull(text) }),
  },
  tests: {
    event: 'test.changed',
    read: recordOf({ workflowId: text }, { by: orNull(text) }),
  },
  notifications: {
    event: 'notification.changed',
    read: recordOf({ kind: text }, { executionId: text, workflowId: text }),
  },
  subscriptions: {
    event: 'subscription.changed',
    read: recordOf({ id: text }, { workflowId: text }),
  },
};

export type Topic = keyof typeof readers;
type ChangesOf<T extends Topic> = ReturnType<(typeof readers)[T]['read']>;
export const topics = Object.keys(readers) as readonly Topic[];

const readCounters = recordOf(
  { running: count, failedGroups: count, approvalsWaiting: count, deliveriesRetrying: count },
  {},
);
/** The figures beside the links of the frame. */
export type Counters = ReturnType<typeof readCounters>[number];

export type LiveMessage =
  | { readonly [T in Topic]: { readonly kind: T; readonly changes: ChangesOf<T> } }[Topic]
  /** Changes were missed: the topic's lists must be read again. */
  | { readonly kind: 'resync'; readonly topics: readonly Topic[] }
  | { readonly kind: 'counters'; readonly counters: Counters }
  /** Who looks at workflows. The editor reads it. */
  | { readonly kind: 'presence'; readonly people: unknown }
  | { readonly kind: 'ended' };

const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
};

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;

/** Null: nothing that this page knows. */
export function messageOf(event: string, data: string): LiveMessage | null {
  const body = parsed(data);
  switch (event) {
    case 'resync': {
      const one = topics.find((topic) => topic === fieldOf(body, 'topic'));
      return { kind: 'resync', topics: one === undefined ? topics : [one] };
    }
    case 'counters': {
      const [counters] = readCounters(body);
      return counters === undefined ? null : { kind: 'counters', counters };
    }
    case 'presence':
      return { kind: 'presence', people: fieldOf(body, 'people') };
    case 'session.ended':
      return { kind: 'ended' };
    default:
      return changesIn(event, fieldOf(body, 'changes'));
  }
}

function changesIn(event: string, list: unknown): LiveMessage | null {
  const topic = topics.find((one) => readers[one].event === event);
  if (topic === undefined || !Array.isArray(list)) return null;
  const changes = list.flatMap((one: unknown) => [...readers[topic].read(one)]);
  return changes.length === 0 ? null : ({ kind: topic, changes } as LiveMessage);
}
