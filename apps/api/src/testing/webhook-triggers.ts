/** Webhook triggers of a test's tenant. */
import type { OpenTestApi } from './open-test-api.js';
import type { Answer, Refusal } from './test-api.js';

interface WebhookTriggers {
  /**
   * Deploys a workflow without a response block.
   * @param key Default: the tenant's
   * @returns the workflow's id
   */
  deploy(path: string, config: object, key?: string): Promise<string>;
  /** @param type media type of the text. Default: JSON */
  post<Of = Refusal>(
    path: string,
    text: string,
    headers?: Record<string, string>,
    type?: string,
  ): Promise<Answer<Of>>;
}

export function webhookTriggers(api: OpenTestApi): WebhookTriggers {
  const post = async <Of = Refusal>(
    path: string,
    text: string,
    headers: Record<string, string> = {},
    type = 'application/json',
  ): Promise<Answer<Of>> =>
    api.request('POST', await api.triggerPath(path), { raw: { text, type }, headers });
  return {
    deploy: (path, config, key) =>
      api.deploy(
        { blocks: [{ id: 'hook', type: 'webhook', name: 'Hook', config: { path, ...config } }] },
        key,
      ),
    post,
  };
}

/** A trigger whose caller waits for the response block. @returns the workflow's id */
export function deployAnswering(api: OpenTestApi, path: string, config: object): Promise<string> {
  const blocks = [
    { id: 'hook', type: 'webhook', name: 'Hook', config: { path, ...config } },
    { id: 'done', type: 'response', name: 'Done', config: {} },
  ];
  return api.deploy({ blocks, edges: [{ from: 'hook', to: 'done' }] });
}

/** Stores the workspace secret `HOOK`. */
export async function storeHookSecret(api: OpenTestApi, value: string): Promise<void> {
  const { apiKey: key, workspaceId } = api.tenant;
  await api.request('PUT', `/api/v1/workspaces/${workspaceId}/secrets/HOOK`, {
    key,
    body: { value },
  });
}

/** Headers of every answer at a trigger URL. */
export const triggerSecurity = {
  'content-security-policy': 'sandbox allow-scripts allow-forms allow-popups',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};
