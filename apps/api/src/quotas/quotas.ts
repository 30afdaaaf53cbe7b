/**
 * Quotas of what an account keeps, over all its workspaces. A command that creates something checks
 * them as the last step of its transaction. Creations of one account then take turns, so that
 * together they can't pass a quota. What an account already has above a lowered quota stays.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Config, QuotaName } from '@libs/config';
import { limitsOf } from '@libs/persistence';
import { CONFIG } from '@libs/platform';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../auth/principal.js';
import { quotaExceeded } from './quota-exceeded.js';
import {
  countApiKeysSql,
  countMembersSql,
  countSchedulesSql,
  countSecretsSql,
  countSubscriptionsOfHostSql,
  countSubscriptionsSql,
  countWorkflowsSql,
  countWorkspacesSql,
  lockQuotasSql,
} from './quotas.sql.js';

/** Quotas of rows that this app creates. */
type CountedQuota = Exclude<QuotaName, 'openStreams' | 'parkedExecutions'>;

const counts: Readonly<Record<CountedQuota, string>> = {
  workspaces: countWorkspacesSql,
  workflows: countWorkflowsSql,
  subscriptions: countSubscriptionsSql,
  subscriptionsPerHost: countSubscriptionsOfHostSql,
  schedules: countSchedulesSql,
  apiKeys: countApiKeysSql,
  members: countMembersSql,
  secrets: countSecretsSql,
};

@Injectable()
export class Quotas {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Call after the rows are written and before the commit: whoever holds the lock waits for no
   * other lock.
   * @param host of the receiver, for `subscriptionsPerHost`
   * @throws ApiError 403 `QUOTA_EXCEEDED`, which undoes the creation
   */
  async check(
    manager: EntityManager,
    { accountId, plan, accountLimits }: Principal,
    quotas: readonly CountedQuota[],
    host = '',
  ): Promise<void> {
    const limits = limitsOf(plan, accountLimits, this.config);
    await manager.query(lockQuotasSql, [accountId]);
    for (const quota of quotas) {
      const limit = limits[quota];
      const values = [accountId, limit + 1, ...(quota === 'subscriptionsPerHost' ? [host] : [])];
      const [row] = await manager.query<{ count: number }[]>(counts[quota], values);
      if (row !== undefined && row.count > limit) throw quotaExceeded(quota, limit);
    }
  }
}
