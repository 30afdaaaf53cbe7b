/** A tenant with one deployed workflow and the whole api, for tests of the logs interface. */
import {
  type Answer,
  createApiDatabase,
  createTenant,
  startTestApi,
  type Tenant,
  type TestApi,
  type TestDatabaseOfApi,
  validDefinition,
} from './test-api.js';

export interface LogWorkspace {
  readonly base: TestDatabaseOfApi;
  readonly api: TestApi;
  readonly tenant: Tenant;
  readonly workflowId: string;
  /** `GET /api/v1/logs` of this workspace; `path` selects another list, e.g. `logs/tail`. */
  list(query?: Readonly<Record<string, string>>, path?: string): Promise<Answer>;
  /** The execution ids of all pages of that list, following `nextCursor`. */
  follow(query: Readonly<Record<string, string>>): Promise<string[]>;
  close(): Promise<void>;
}

/** @param env settings of the api */
export async function openLogWorkspace(
  env: Readonly<Record<string, string>> = {},
): Promise<LogWorkspace> {
  const base = await createApiDatabase(env);
  const api = await startTestApi(base);
  const tenant = await createTenant(base);
  const key = tenant.apiKey;
  const made = await api.request('POST', '/api/v1/workflows', {
    key,
    body: { name: 'Order intake', definition: validDefinition('logged') },
  });
  const workflowId = (made.body as { data: { id: string } }).data.id;
  await api.request('POST', `/api/v1/workflows/${workflowId}/deploy`, { key });
  const list: LogWorkspace['list'] = (query = {}, path = 'logs') => {
    const parameters = new URLSearchParams({ workspaceId: tenant.workspaceId, ...query });
    return api.request('GET', `/api/v1/${path}?${parameters.toString()}`, { key });
  };
  return {
    base,
    api,
    tenant,
    workflowId,
    list,
    follow: async (query) => {
      const ids: string[] = [];
      for (let cursor: string | undefined; ;) {
        const answer = await list({ ...query, ...(cursor !== undefined && { cursor }) });
        if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer)}`);
        const page = answer.body as { data: { executionId: string }[]; nextCursor?: string };
        ids.push(...page.data.map(({ executionId }) => executionId));
        if (page.nextCursor === undefined) return ids;
        cursor = page.nextCursor;
      }
    },
    close: async () => {
      await api.close();
      await base.close();
    },
  };
}
