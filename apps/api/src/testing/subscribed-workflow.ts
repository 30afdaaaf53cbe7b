/** One workflow of one tenant with the routes of its subscriptions, on a real database. */
import { beforeAll } from '@jest/globals';
import { type OpenTestApi, openTestApi } from './open-test-api.js';
import { type Answer, type HttpMethod, validDefinition } from './test-api.js';

interface SubscribedWorkflow extends OpenTestApi {
  readonly workflowId: string;
  /** A request below the workflow's subscriptions. Default key: the tenant's. */
  subscriptions<Of = 'getSubscription'>(
    method: HttpMethod,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Answer<Of>>;
}

/** The egress policy accepts this URL; nothing answers there. */
export const receiverUrl = 'https://receiver.example/hook?a=1';

/** Opens and closes it for all tests of a spec file, like `openTestApi`. */
export function openSubscribedWorkflow(): SubscribedWorkflow {
  const api = openTestApi({ env: { EGRESS_ALLOW: '127.0.0.1' } });
  const subscriptions: SubscribedWorkflow['subscriptions'] = (method, path, body, key) =>
    api.call(method, `workflows/${workflow.workflowId}/subscriptions${path}`, {
      body,
      ...(key !== undefined && { key }),
    });
  const workflow = Object.assign(api, { workflowId: '', subscriptions });
  beforeAll(async () => {
    const body = { name: 'w', definition: validDefinition('subscribed') };
    const made = await api.call<'createWorkflow'>('POST', 'workflows', { body });
    workflow.workflowId = made.body.data.id;
  });
  return workflow;
}
