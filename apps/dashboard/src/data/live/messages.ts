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

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => typeof value === 'number';

/** What a change may have beside its id, its workflow and its status. */
const rowFields: { readonly [K in keyof ExecutionChange]?: (value: unknown) => boolean } = {
  trigger: isText,
  draft: (value) => typeof value === 'boolean',
  startedAt: isText,
  endedAt: (value) => value === null || isText(value),
  totalDurationMs: (value) => value === null || isCount(value),
  errorCode: isText,
  errorBlock: isText,
  costUsd: isCount,
  result: (value) => value === null || isText(value),
};

function changeOf(value: unknown): ExecutionChange[] {
  if (!isRecord(value)) return [];
  const { id, workflowId, status } = value;
  if (!isText(id) || !isText(workflowId) || !isText(status)) return [];
  const fields = Object.entries(rowFields).filter(
    ([name, accepts]) => Object.hasOwn(value, name) && accepts(value[name]),
  );
  const row = Object.fromEntries(fields.map(([name]) => [name, value[name]]));
  return [{ ...row, id, workflowId, status }];
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
