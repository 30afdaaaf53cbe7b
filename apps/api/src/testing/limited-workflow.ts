/**
 * A workflow of a new tenant with a given plan, for tests of its limits over HTTP. Nothing runs it.
 */
import { type AccountLimits, type Plan, rateWindowEndOf } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenTestApi } from './open-test-api.js';
import { type Answer, type TestApi, validDefinition } from './test-api.js';
import { createTenant, type Tenant } from './test-database.js';

export interface LimitedWorkflow extends Tenant {
  execute(mode?: 'sync' | 'async'): Promise<Answer>;
  trigger(): Promise<Answer>;
  /** @param instance the api to ask; default: the one that receives all other calls */
  logs(instance?: TestApi): Promise<Answer<'listLogs'>>;
}

interface LimitedTenant {
  readonly plan: Plan;
  /** The account's own numbers. Default: none. */
  readonly own?: AccountLimits;
  /** Its trigger URL waits for a response; otherwise it answers 202 at once. Default: true. */
  readonly hasResponse?: boolean;
}

export async function createLimitedWorkflow(
  api: OpenTestApi,
  { plan, own = {}, hasResponse = true }: LimitedTenant,
): Promise<LimitedWorkflow> {
  const tenant = await createTenant(api, { plan });
  await api.pool.query('update account set limits = $2 where id = $1', [tenant.accountId, own]);
  const path = `limited-${randomUUID()}`;
  const whole = validDefinition(path);
  const definition = hasResponse ? whole : { blocks: whole.blocks.slice(0, 1) };
  const key = tenant.apiKey;
  const id = await api.deploy(definition, key);
  const triggerPath = await api.triggerPath(path, key);
  return {
    ...tenant,
    execute: (mode = 'sync') =>
      api.call('POST', `workflows/${id}/execute`, {
        key,
        body: {},
        headers: { 'x-execution-mode': mode },
      }),
    trigger: () => api.request('POST', triggerPath, { body: {} }),
    logs: (instance = api) =>
      instance.request('GET', `/api/v1/logs?workspaceId=${tenant.workspaceId}`, { key }),
  };
}

/**
 * Resolves when the current rate limit window lasts at least that many milliseconds more. Calls
 * across a window's end would count in two windows.
 */
export async function withTimeInWindow(neededMs: number): Promise<void> {
  for (;;) {
    const leftMs = rateWindowEndOf(Date.now()) - Date.now();
    if (leftMs >= neededMs) return;
    await sleep(leftMs);
  }
}
