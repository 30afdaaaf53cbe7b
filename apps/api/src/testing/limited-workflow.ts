/**
 * A workflow of a new tenant with a given plan, for tests of its limits over HTTP. Nothing runs it.
 */
import type { AccountLimits, Plan } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import {
  type Answer,
  createTenant,
  type Tenant,
  type TestApi,
  type TestDatabaseOfApi,
  validDefinition,
} from './test-api.js';

export interface LimitedWorkflow extends Tenant {
  execute(mode?: 'sync' | 'async'): Promise<Answer>;
  trigger(): Promise<Answer>;
  /** @param instance the api to ask; default: the one that receives all other calls */
  logs(instance?: TestApi): Promise<Answer>;
}

interface LimitedTenant {
  readonly plan: Plan;
  /** The account's own numbers. Default: none. */
  readonly own?: AccountLimits;
  /** Its trigger URL waits for a response; otherwise it answers 202 at once. Default: true. */
  readonly hasResponse?: boolean;
}

export async function createLimitedWorkflow(
  base: TestDatabaseOfApi,
  api: TestApi,
  { plan, own = {}, hasResponse = true }: LimitedTenant,
): Promise<LimitedWorkflow> {
  const tenant = await createTenant(base, { plan });
  await base.database.pool.query('update account set limits = $2 where id = $1', [
    tenant.accountId,
    own,
  ]);
  const path = `limited-${randomUUID()}`;
  const whole = validDefinition(path) as { readonly blocks: readonly object[] };
  const definition = hasResponse ? whole : { blocks: whole.blocks.slice(0, 1) };
  const key = tenant.apiKey;
  const made = await api.request('POST', '/api/v1/workflows', {
    key,
    body: { name: 'Limited', definition },
  });
  const workflow = `/api/v1/workflows/${(made.body as { data: { id: string } }).data.id}`;
  await api.request('POST', `${workflow}/deploy`, { key });
  return {
    ...tenant,
    execute: (mode = 'sync') =>
      api.request('POST', `${workflow}/execute`, {
        key,
        body: {},
        headers: { 'x-execution-mode': mode },
      }),
    trigger: () => api.request('POST', `/api/webhooks/trigger/${path}`, { body: {} }),
    logs: (instance = api) =>
      instance.request('GET', `/api/v1/logs?workspaceId=${tenant.workspaceId}`, { key }),
  };
}
