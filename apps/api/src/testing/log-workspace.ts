/** A tenant with one deployed workflow and the whole api, for tests of the logs interface. */
import { beforeAll } from '@jest/globals';
import { type OpenTestApi, openTestApi, type TestApiOptions } from './open-test-api.js';
import { type Answer, validDefinition } from './test-api.js';

interface LogWorkspace extends OpenTestApi {
  readonly workflowId: string;
  /** `GET /api/v1/logs` of this workspace; `path` selects another list, e.g. `logs/tail`. */
  list<Of = 'listLogs'>(
    query?: Readonly<Record<string, string>>,
    path?: string,
  ): Promise<Answer<Of>>;
  /** The execution ids of all pages of that list, following `nextCursor`. */
  follow(query: Readonly<Record<string, string>>): Promise<string[]>;
}

/** Opens and closes it for all tests of a spec file, like `openTestApi`. */
export function openLogWorkspace(options: TestApiOptions = {}): LogWorkspace {
  const api = openTestApi(options);
  const list: LogWorkspace['list'] = (query = {}, path = 'logs') => {
    const { workspaceId } = api.tenant;
    return api.call('GET', `${path}?${new URLSearchParams({ workspaceId, ...query }).toString()}`);
  };
  const follow: LogWorkspace['follow'] = async (query) => {
    const ids: string[] = [];
    for (let cursor: string | undefined; ;) {
      const answer = await list({ ...query, ...(cursor !== undefined && { cursor }) });
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer)}`);
      ids.push(...answer.body.data.map(({ executionId }) => executionId));
      if (answer.body.nextCursor === undefined) return ids;
      cursor = answer.body.nextCursor;
    }
  };
  const workspace = Object.assign(api, { workflowId: '', list, follow });
  beforeAll(async () => {
    workspace.workflowId = await api.deploy(validDefinition('logged'));
  });
  return workspace;
}
