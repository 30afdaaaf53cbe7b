import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Answer,
  createApiDatabase,
  createTenant,
  startTestApi,
  type Tenant,
  type TestApi,
  type TestDatabaseOfApi,
} from '../testing/test-api.js';

let base: TestDatabaseOfApi;
let api: TestApi;
let tenant: Tenant;

beforeAll(async () => {
  base = await createApiDatabase();
  api = await startTestApi(base);
  tenant = await createTenant(base);
});
afterAll(async () => {
  await api.close();
  await base.close();
});

const sub = (values: object): object =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { id, value }]));
const exported = (data: string): object => ({
  blocks: {
    start: { id: 'start', type: 'start_trigger', name: 'Start', subBlocks: {} },
    mail: { id: 'mail', type: 'gmail', name: 'Mail', subBlocks: sub({ to: 'a@b.example' }) },
    end: { id: 'end', type: 'response', name: 'End', subBlocks: sub({ dataMode: 'json', data }) },
  },
  edges: [
    { id: 'e1', source: 'start', target: 'mail' },
    { id: 'e2', source: 'mail', target: 'end' },
  ],
  loops: {},
  parallels: {},
});
const post = (body: object): Promise<Answer> =>
  api.request('POST', '/api/v1/workflows/import', { key: tenant.apiKey, body });

describe('POST /workflows/import', () => {
  it('saves the workflow and says what is missing', async () => {
    const made = await post({ name: 'From Sim', workflow: exported('{"id":"<mail.id>"}') });
    expect([made.status, made.body]).toMatchObject([201, { data: { problems: [] } }]);
    const { workflow, report } = made.body.data;
    expect(workflow).toMatchObject({ name: 'From Sim', deployedVersion: null });
    expect(report).toContainEqual(
      expect.objectContaining({ blockId: 'mail', type: 'gmail', outcome: 'placeholder' }),
    );
    const path = `/api/v1/workflows/${workflow.id}`;
    const read = await api.request('GET', path, { key: tenant.apiKey });
    expect(read.body.data.definition).toEqual(made.body.data.definition);
  });

  it('saves nothing for a dry run, nor while problems are left', async () => {
    const dry = await post({ dryRun: true, workflow: { state: exported('{}') } });
    expect([dry.status, dry.body.data.workflow, dry.body.data.problems]).toEqual([200, null, []]);
    const wrong = await post({ workflow: exported('{"id":"<nobody.id>"}') });
    expect([wrong.status, wrong.body.data.workflow]).toEqual([200, null]);
    expect(wrong.body.data.problems).toMatchObject([
      { code: 'UNKNOWN_REFERENCE', blockId: 'end', field: 'config.body.id', column: 1 },
    ]);
  });

  it('refuses what is no export', async () => {
    const refused = await post({ workflow: { hello: 1 } });
    expect([refused.status, refused.body.code]).toEqual([422, 'INVALID_REQUEST']);
  });
});
