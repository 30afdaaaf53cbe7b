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

  describe('of a workflow with a webhook', () => {
    const hooked = (path: string): object => ({
      blocks: {
        hook: { id: 'hook', type: 'webhook', name: 'Hook', subBlocks: sub({ triggerPath: path }) },
      },
      edges: [],
      loops: {},
      parallels: {},
    });
    const pathOf = ({ body }: Answer<'importWorkflow'>): string =>
      /"path":"([^"]+)"/.exec(JSON.stringify(body.data.definition))?.[1] ?? '';
    const changed = (from: string, to: string): object => ({
      blockId: 'hook',
      outcome: 'changed',
      notes: expect.arrayContaining([
        `Another workflow of the workspace has the path "${from}"; it was changed to "${to}"`,
      ]),
    });

    it('takes the next free path, and its report says so', async () => {
      const first = await post({ workflow: hooked('orders') });
      expect([first.status, pathOf(first), first.body.data.report]).toMatchObject([
        ...[201, 'orders'],
        [{ blockId: 'hook', outcome: 'converted', notes: [] }],
      ]);
      const dry = await post({ workflow: hooked('orders'), dryRun: true });
      expect([dry.status, pathOf(dry)]).toEqual([200, 'orders-2']);
      for (const free of ['orders-2', 'orders-3']) {
        const { status, body } = await post({ workflow: hooked('orders') });
        expect([status, body.data.report]).toMatchObject([201, [changed('orders', free)]]);
        expect(body.data.workflow?.triggerUrl).toMatch(new RegExp(`/${free}$`));
      }
    });

    it('does not collide with many imports of the same path at once', async () => {
      const imports = await Promise.all(
        Array.from({ length: 12 }, () => post({ workflow: hooked('same') })),
      );
      expect(imports.map(({ status }) => status)).toEqual(imports.map(() => 201));
      expect(new Set(imports.map(pathOf)).size).toBe(imports.length);
    });

    it('keeps its path when only another workspace has it', async () => {
      const body = { workflow: hooked('shared') };
      await post(body);
      const key = api.stranger.apiKey;
      const made = await api.call<'importWorkflow'>('POST', 'workflows/import', { body, key });
      expect([made.status, pathOf(made)]).toEqual([201, 'shared']);
    });
  });

  it('refuses a body that is no export', async () => {
    const refused = await post<Refusal>({ workflow: { hello: 1 } });
    expect([refused.status, refused.body.code]).toEqual([422, 'INVALID_REQUEST']);
  });
});
