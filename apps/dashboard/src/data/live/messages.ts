/** What the stream says, read from text that is not trusted to have the right shape. */
import type { ExecutionChange } from '../../core/live/execution-change.js';

export const topics = ['executions', 'deliveries', 'notifications'] as const;
type Topic = (typeof topics)[number];

export type LiveMessage =
  | { readonly kind: 'executions'; readonly changes: readonly ExecutionChange[] }
  | { readonly kind: 'deliveries' }
  | { readonly kind: 'notifications' }
  /** Changes were missed: the topic's lists must be read again. */
  | { readonly kind: 'resync'; readonly topics: readonly Topic[] }
  | { readonly kind: 'ended' };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function changeOf(value: unknown): ExecutionChange[] {
  if (!isRecord(value)) return [];
  const { id, workflowId, status, startedAt, endedAt, totalDurationMs } = value;
  if (typeof id !== 'string' || typeof workflowId !== 'string' || typeof status !== 'string')
    return [];
  return [
    {
      ...{ id, workflowId, status },
      ...(typeof startedAt === 'string' && { startedAt }),
      ...((typeof endedAt === 'string' || endedAt === null) && { endedAt }),
      ...((typeof totalDurationMs === 'number' || totalDurationMs === null) && { totalDurationMs }),
    },
  ];
}

const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
};

export function messageOf(event: string, data: string): LiveMessage | null {
  const body = parsed(data);
  const fields = isRecord(body) ? body : {};
  switch (event) {
    case 'execution.changed': {
      const changes = Array.isArray(fields['changes']) ? fields['changes'].flatMap(changeOf) : [];
      return changes.length === 0 ? null : { kind: 'executions', changes };
    }
    case 'delivery.changed':
      return { kind: 'deliveries' };
    case 'notification.changed':
      return { kind: 'notifications' };
    case 'resync': {
      const one = topics.find((topic) => topic === fields['topic']);
      return { kind: 'resync', topics: one === undefined ? topics : [one] };
    }
    case 'session.ended':
      return { kind: 'ended' };
    default:
      return null;
  }
}
