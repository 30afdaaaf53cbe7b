/** A webhook trigger of an account on the free plan, for tests of its limits. Nothing runs it. */
import type { AccountLimits } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import type { OpenTestApi } from './open-test-api.js';
import type { Answer } from './test-api.js';
import { createTenant, type Tenant } from './test-database.js';

export interface LimitedTrigger {
  readonly tenant: Tenant;
  /** Path of its trigger URL. */
  readonly url: string;
  /** @param from address, as a trusted proxy forwards it */
  call(from?: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/**
 * @param config of the trigger, besides its path
 * @param own the account's numbers
 * @param tenant Default: a new one
 */
export async function createLimitedTrigger(
  api: OpenTestApi,
  config: object = {},
  own: AccountLimits = {},
  tenant?: Tenant,
): Promise<LimitedTrigger> {
  const owner = tenant ?? (await createTenant(api, { plan: 'free' }));
  await api.pool.query('update account set limits = $2 where id = $1', [owner.accountId, own]);
  const path = `limited-${randomUUID()}`;
  const blocks = [{ id: 'hook', type: 'webhook', name: 'Hook', config: { path, ...config } }];
  await api.deploy({ blocks }, owner.apiKey);
  const url = await api.triggerPath(path, owner.apiKey);
  return {
    ...{ tenant: owner, url },
    call: (from = '192.0.2.7', headers = {}) =>
      api.request('POST', url, {
        body: {},
        headers: { 'x-forwarded-for': from, ...headers },
      }),
  };
}
