/** The quotas of each plan. Those of `enterprise` bound mistakes, not use. */
import type { Quotas } from '@libs/config';
import type { Plan } from './entities/account.entity.js';

export const quotasOfPlans: Readonly<Record<Plan, Quotas>> = {
  free: {
    workspaces: 5,
    workflows: 50,
    subscriptions: 50,
    subscriptionsPerHost: 10,
    schedules: 10,
    apiKeys: 20,
    members: 10,
    secrets: 100,
    openStreams: 20,
    parkedExecutions: 1_000,
  },
  pro: {
    workspaces: 20,
    workflows: 500,
    subscriptions: 500,
    subscriptionsPerHost: 50,
    schedules: 100,
    apiKeys: 100,
    members: 100,
    secrets: 1_000,
    openStreams: 100,
    parkedExecutions: 10_000,
  },
  team: {
    workspaces: 100,
    workflows: 5_000,
    subscriptions: 5_000,
    subscriptionsPerHost: 200,
    schedules: 1_000,
    apiKeys: 1_000,
    members: 1_000,
    secrets: 10_000,
    openStreams: 500,
    parkedExecutions: 100_000,
  },
  enterprise: {
    workspaces: 10_000,
    workflows: 100_000,
    subscriptions: 100_000,
    subscriptionsPerHost: 10_000,
    schedules: 100_000,
    apiKeys: 100_000,
    members: 100_000,
    secrets: 100_000,
    openStreams: 10_000,
    parkedExecutions: 1_000_000,
  },
};
