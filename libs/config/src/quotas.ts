/**
 * Quotas: how many records of a kind an account may have at a time, over all its workspaces. They
 * are part of its plan's limits. The names are persisted (`account.limits`): never rename one.
 */
export const quotaNames = [
  'workspaces',
  'workflows',
  'subscriptions',
  'subscriptionsPerHost',
  'schedules',
  'apiKeys',
  'members',
  'secrets',
  'openStreams',
  'parkedExecutions',
] as const;
export type QuotaName = (typeof quotaNames)[number];

export type Quotas = Readonly<Record<QuotaName, number>>;
