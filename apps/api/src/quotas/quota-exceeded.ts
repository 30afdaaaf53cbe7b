import type { QuotaName } from '@libs/config';
import { ApiError } from '../errors/api-error.js';

/** Refused here; the runner refuses to park. */
type RefusedQuota = Exclude<QuotaName, 'parkedExecutions'>;

const described: Readonly<Record<RefusedQuota, readonly [records: string, remedy: string]>> = {
  workspaces: ['workspaces', 'Delete one'],
  workflows: ['workflows', 'Delete one'],
  subscriptions: ['webhook subscriptions', 'Delete one'],
  subscriptionsPerHost: ['webhook subscriptions to one host', 'Delete one of this host'],
  schedules: ['schedules', 'Delete a workflow that has one, or deploy it without it'],
  apiKeys: ['API keys', 'Revoke one'],
  members: ['members', 'Remove one'],
  secrets: ['secrets', 'Delete one'],
  openStreams: ['open streams and long polls', 'Close one'],
};

/** How soon a caller may try again: streams and long polls end by themselves. */
const streamRetrySeconds = 5;

/** 403, and 429 for streams, which end. */
export function quotaExceeded(quota: RefusedQuota, limit: number): ApiError {
  const [records, remedy] = described[quota];
  const passes = quota === 'openStreams';
  return new ApiError(
    passes ? 429 : 403,
    'QUOTA_EXCEEDED',
    `The account's quota of ${limit} ${records} is used up. ${remedy}, or ask the operator to raise the quota "${quota}"`,
    [{ quota, limit }],
    passes ? { 'retry-after': String(streamRetrySeconds) } : {},
  );
}
