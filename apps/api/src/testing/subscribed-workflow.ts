/** One workflow of one tenant with the routes of its subscriptions, on a real database. */
import {
  type Answer,
  createApiDatabase,
  createTenant,
  type HttpMethod,
  startTestApi,
  type Tenant,
  type TestApi,
  type TestDatabaseOfApi,
  validDefinition,
} from './test-api.js';

export interface SubscribedWorkflow {
  readonly base: TestDatabaseOfApi;
  readonly api: TestApi;
  readonly tenant: Tenant;
  readonly workflowId: string;
  /** Paths are relative to the workflow's subscriptions. Default key: the owner's. */
  call(method: HttpMethod, path: string, body?: unknown, key?: string): Promise<Answer>;
  close(): Promise<void>;
}

/** The egress policy accepts this URL; nothing answers there. */
export const receiverUrl = 'https://receiver.example/hook?a=1';

export async function openSubscribedWorkflow(): Promise<SubscribedWorkflow> {
  const base = await createApiDatabase({ EGRESS_ALLOW: '127.0.0.1' });
  const api = await startTestApi(base);
  const tenant = await createTenant(base);
  const made = await api.request('POST', '/api/v1/workflows', {
    key: tenant.apiKey,
    body: { name: 'w', definition: validDefinition('subscribed') },
  });
  const workflowId = (made.body as { data: { id: string } }).data.id;
  return {
    base,
    api,
    tenant,
    workflowId,
    call: (method, path, body, key = tenant.apiKey) =>
      api.request(method, `/api/v1/workflows/${workflowId}/subscriptions${path}`, { key, body }),
    async close() {
      await api.close();
      await base.close();
    },
  };
}
