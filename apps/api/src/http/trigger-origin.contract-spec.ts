/** With `FLOWLEDGER_TRIGGER_URL`: one host serves triggers, all others serve everything else. */
import { describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, HttpMethod } from '../testing/test-api.js';

const triggers = 'run.example';
const others = ['flow.example', 'run.example:8443', 'xrun.example', '10.0.0.7:3000'];
let path: string;

const api = openTestApi({
  env: {
    FLOWLEDGER_TRIGGER_URL: `https://${triggers}`,
    FLOWLEDGER_TRUSTED_PROXIES: '10.0.0.0/8',
  },
});

const ask = (method: HttpMethod, url: string, host: string): Promise<Answer> =>
  api.request(method, url, { key: api.tenant.apiKey, headers: { host }, body: {} });

describe('a separate trigger origin', () => {
  it('is in the trigger URL of a workflow', async () => {
    const blocks = [{ id: 'hook', type: 'webhook', name: 'Hook', config: { path: 'apart' } }];
    const body = { name: 'apart', definition: { blocks } };
    const made = await api.call<'createWorkflow'>('POST', 'workflows', { body });
    const { id, triggerUrl = '' } = made.body.data;
    expect(triggerUrl).toMatch(
      /^https:\/\/run\.example\/api\/webhooks\/trigger\/[A-Za-z0-9]{24}\/apart$/,
    );
    path = new URL(triggerUrl).pathname;
    const deployed = await ask('POST', `/api/v1/workflows/${id}/deploy`, others[0]!);
    expect(deployed.status).toBe(200);
  });

  it('serves embeddable trigger responses and answers 404 to other paths', async () => {
    for (const host of [triggers, 'RUN.example', `${triggers}:443`]) {
      const run = await ask('POST', path, host);
      expect([host, run.status, run.headers['cross-origin-resource-policy']]).toEqual([
        host,
        202,
        'cross-origin',
      ]);
    }
    for (const [method, url] of [
      ['GET', '/api/v1/workflows'],
      ['PATCH', '/api/v1/workflows'],
      ['GET', '/v1/logs'],
      ['POST', '/api/webhooks/resume/a/b'],
      ['GET', '/docs'],
      ['GET', '/openapi.json'],
      ['GET', '/health/live'],
      ['GET', '/metrics'],
      ['GET', '/nothing'],
    ] as const) {
      const refused = await ask(method, url, triggers);
      expect([url, refused.status, refused.body.code]).toEqual([url, 404, 'NOT_FOUND']);
    }
  });

  it.each(others)('leaves other paths to %s, which answers 404 to triggers', async (host) => {
    for (const url of [path, path.replace('trigger', '%74rigger')]) {
      const refused = await ask('POST', url, host);
      expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND']);
      expect(refused.headers['content-security-policy']).toMatch(/^sandbox /);
    }
    expect((await ask('GET', '/api/v1/workflows', host)).status).toBe(200);
    expect((await ask('POST', '/api/webhooks/resume/a/b', host)).body.error).toContain('approval');
  });

  it('accepts the forwarded host from a trusted proxy only', async () => {
    const through = async (remoteAddress: string): Promise<number> => {
      const headers = { host: 'api.internal', 'x-forwarded-host': triggers };
      const request = { method: 'POST', url: path, remoteAddress, headers, payload: {} } as const;
      return (await api.app.inject(request)).statusCode;
    };
    expect(await through('10.1.2.3')).toBe(202);
    expect(await through('203.0.113.1')).toBe(404);
  });
});
