/** A workspace of a journey's own: what other journeys do is not in its lists. */
import { type Api, apiOf } from './api.js';
import { api, service } from './service.js';

export interface OwnWorkspace {
  readonly apiKey: string;
  readonly api: Api;
  pageOf(page: string): string;
  /** A workflow that answers at once, deployed. @returns starts it */
  answering(name: string): Promise<() => Promise<Response>>;
  /** @returns the id of the subscription */
  subscribe(url: string): Promise<string>;
}

export async function ownWorkspace(name: string): Promise<OwnWorkspace> {
  const made = await api<{ id: string; apiKey: { key: string } }>('POST', '/workspaces', { name });
  const { id: workspaceId, apiKey: own } = made.data;
  const ownApi = apiOf(service.url, own.key);
  return {
    apiKey: own.key,
    api: ownApi,
    pageOf: (page) => `${service.url}/w/${workspaceId}/${page}`,
    answering: async (workflow) => {
      const { data } = await ownApi<{ id: string; triggerUrl: string }>('POST', '/workflows', {
        name: workflow,
        definition: {
          blocks: [
            {
              id: 'hook',
              type: 'webhook',
              name: 'Webhook',
              config: { path: 'p', methods: ['GET'] },
            },
            { id: 'answer', type: 'response', name: 'Answer', config: { body: { ok: true } } },
          ],
          edges: [{ from: 'hook', to: 'answer' }],
        },
      });
      await ownApi('POST', `/workflows/${data.id}/deploy`);
      return () => fetch(new URL(new URL(data.triggerUrl).pathname, service.url));
    },
    subscribe: async (url) => {
      const { data } = await ownApi<{ id: string }>('POST', '/subscriptions', {
        ...{ url, generateSecret: true },
      });
      return data.id;
    },
  };
}
