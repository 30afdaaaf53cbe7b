import { describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';
import { createMember } from '../testing/test-database.js';

const api = openTestApi();

describe('the examples', () => {
  it('are listed with a sentence, their size and what they need, the smallest first', async () => {
    const { apiKey: key } = await createMember(api, api.tenant, 'viewer');
    const { status, body } = await api.call<'listExamples'>('GET', 'examples', { key });
    expect(status).toBe(200);
    expect(body.data.map(({ name }) => name)).toContain('nightly-report');
    for (const one of body.data) {
      expect([one.name, one.description]).toEqual([
        one.name,
        expect.stringMatching(/^.{20,150}\.$/),
      ]);
      expect(Object.keys(one)).not.toEqual(expect.arrayContaining(['definition', 'tests']));
    }
    const sizes = body.data.map(({ blocks }) => blocks);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(body.data.find(({ name }) => name === 'webhook-summary')?.needs).toEqual({
      secrets: ['MODEL_KEY', 'WEBHOOK_TOKEN'],
      variables: ['MODEL_URL'],
    });
  });

  it('can each be made into a workflow as they are', async () => {
    const { body } = await api.call<'listExamples'>('GET', 'examples');
    for (const { name, title, blocks } of body.data) {
      const example = await api.call<'getExample'>('GET', `examples/${name}`);
      const { definition, tests } = example.body.data;
      const request = { body: { name: title, definition } };
      const made = await api.call<'createWorkflow'>('POST', 'workflows', request);
      expect([name, made.status]).toEqual([name, 201]);
      expect(made.body.data.definition.blocks).toHaveLength(blocks);
      const path = `workflows/${made.body.data.id}/tests`;
      const stored = { body: { tests: tests.map((test) => ({ test })) } };
      expect([name, (await api.call<unknown>('PUT', path, stored)).status]).toEqual([name, 200]);
      expect(tests.length).toBeGreaterThan(0);
    }
  });

  it('are not sent again to who has them', async () => {
    for (const path of ['examples', 'examples/approval']) {
      const first = await api.call('GET', path);
      const headers = { 'if-none-match': String(first.headers['etag']) };
      expect((await api.call<unknown>('GET', path, { headers })).status).toBe(304);
    }
  });

  it.each(['nothing', 'README', '..%2Fpackage', '__proto__', 'x'.repeat(100)])(
    'are no other file: %s',
    async (name) => {
      const answer = await api.call('GET', `examples/${name}`);
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    },
  );

  it('are for callers with a key', async () => {
    expect((await api.request('GET', '/api/v1/examples')).status).toBe(401);
  });
});
