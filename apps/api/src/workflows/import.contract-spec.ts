import { describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, Refusal } from '../testing/test-api.js';

const api = openTestApi();

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
const post = <Of = 'importWorkflow'>(body: object): Promise<Answer<Of>> =>
  api.call('POST', 'workflows/import', { body });

describe('POST /workflows/import', () => {
  it('saves the workflow and reports its placeholders', async () => {
    const made = await post({ name: 'From Sim', workflow: exported('{"id":"<mail.id>"}') });
    expect([made.status, made.body]).toMatchObject([201, { data: { problems: [] } }]);
    const { workflow, report } = made.body.data;
    expect(workflow).toMatchObject({ name: 'From Sim', deployedVersion: null });
    expect(report).toContainEqual(
      expect.objectContaining({ blockId: 'mail', type: 'gmail', outcome: 'placeholder' }),
    );
    const read = await api.call<'getWorkflow'>('GET', `workflows/${workflow?.id ?? ''}`);
    expect(read.body.data.definition).toEqual(made.body.data.definition);
  });

  it('saves nothing in a dry run or with problems', async () => {
    const dry = await post({ dryRun: true, workflow: { state: exported('{}') } });
    expect([dry.status, dry.body.data.workflow, dry.body.data.problems]).toEqual([200, null, []]);
    const wrong = await post({ workflow: exported('{"id":"<nobody.id>"}') });
    expect([wrong.status, wrong.body.data.workflow]).toEqual([200, null]);
    expect(wrong.body.data.problems).toMatchObject([
      { code: 'UNKNOWN_REFERENCE', blockId: 'end', field: 'config.body.id', column: 1 },
    ]);
  });

  it('refuses a body that is no export', async () => {
    const refused = await post<Refusal>({ workflow: { hello: 1 } });
    expect([refused.status, refused.body.code]).toEqual([422, 'INVALID_REQUEST']);
  });
});
