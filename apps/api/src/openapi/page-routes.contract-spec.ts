/**
 * Routes that the pages read: another tenant, a viewer, an ended session, and nobody. A stranger
 * with a key is on every route in strangers.contract-spec.ts, each role in roles.contract-spec.ts.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.js';
import { type FullWorkspace, fillWorkspace } from '../testing/full-workspace.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, HttpMethod } from '../testing/test-api.js';
import { createMember } from '../testing/test-database.js';

const api = openTestApi();
let place: FullWorkspace;
let viewer: string;

interface Route {
  readonly method: HttpMethod;
  readonly path: (ids: FullWorkspace['ids']) => string;
  readonly body?: object;
  /** What a viewer of the workspace gets. */
  readonly viewer: number;
  /** What another tenant gets: 404, or 200 with its own and none of ours. */
  readonly stranger: number;
}

const read = { method: 'GET', viewer: 200 } as const;
const since = '2026-01-01T00:00:00Z';

const routes: Readonly<Record<string, Route>> = {
  'the request of an attempt': {
    ...{ ...read, stranger: 404 },
    path: ({ delivery }) => `deliveries/${delivery}/request?attempt=1`,
  },
  'the request of the last attempt': {
    ...{ ...read, stranger: 404 },
    path: ({ delivery }) => `deliveries/${delivery}/request`,
  },
  'the check of a delivery': {
    ...{ method: 'POST', viewer: 200, stranger: 404, body: { attempt: 1 } },
    path: ({ delivery }) => `deliveries/${delivery}/verify`,
  },
  'sending a delivery again': {
    ...{ method: 'POST', viewer: 403, stranger: 404 },
    path: ({ delivery }) => `deliveries/${delivery}/redeliver`,
  },
  'counting what a recovery would send': {
    ...{ method: 'POST', viewer: 403, stranger: 404, body: { since, dryRun: true } },
    path: ({ workspaceSubscription }) => `subscriptions/${workspaceSubscription}/redeliver`,
  },
  'how the receivers stand': {
    ...{ ...read, stranger: 200 },
    path: () => 'subscriptions?include=standing,stats24h',
  },
  'how one receiver stands': {
    ...{ ...read, stranger: 404 },
    path: ({ workspaceSubscription }) =>
      `subscriptions/${workspaceSubscription}?include=standing,stats24h`,
  },
  'how the receivers of a workflow stand': {
    ...{ ...read, stranger: 404 },
    path: ({ workflow }) => `workflows/${workflow}/subscriptions?include=standing,stats24h`,
  },
  'the deliveries of the workspace': { ...{ ...read, stranger: 200 }, path: () => 'deliveries' },
  'the deliveries of an execution': {
    ...{ ...read, stranger: 404 },
    path: ({ execution }) => `executions/${execution}/deliveries`,
  },
  'the demo': { ...{ method: 'GET', viewer: 404, stranger: 404 }, path: () => 'demo' },
  'the receiver of the demo': {
    ...{ method: 'PUT', viewer: 403, stranger: 404, body: { broken: true } },
    path: () => 'demo/receiver',
  },
  'the first steps': { ...{ ...read, stranger: 200 }, path: () => 'onboarding' },
  'the examples': { ...{ ...read, stranger: 200 }, path: () => 'examples' },
  'an example': { ...{ ...read, stranger: 200 }, path: () => 'examples/approval' },
};

const ask = ({ method, path, body }: Route, caller: object): Promise<Answer> =>
  api.request(method, `/api/v1/${path(place.ids)}`, { ...caller, ...(body && { body }) });

async function signedIn(): Promise<{ readonly headers: { readonly cookie: string } }> {
  const { headers } = await api.request('POST', '/api/v1/sessions', { body: { apiKey: viewer } });
  const [cookie = ''] = String(headers['set-cookie']).split(';');
  return { headers: { cookie, ...{ 'sec-fetch-site': 'same-origin' } } };
}

beforeAll(async () => {
  place = await fillWorkspace(api, api.tenant);
  viewer = (await createMember(api, api.tenant, 'viewer')).apiKey;
  await api.pool.query(
    `insert into delivery_attempt (delivery_id, attempt_number, step, trigger, url, started_at, latency_ms, state)
     values ($1, 1, 1, 'automatic', 'https://receiver.example/hook', now(), 12, 'failed')`,
    [place.ids.delivery],
  );
});

describe.each(Object.entries(routes))('%s', (_name, route) => {
  it('gives another tenant nothing of ours', async () => {
    const { status, body } = await ask(route, { key: api.stranger.apiKey });
    expect(status).toBe(route.stranger);
    const text = JSON.stringify(body);
    const ours = [...Object.values(place.ids), place.mark].filter((one) => text.includes(one));
    expect(ours).toEqual([]);
  });

  it('gives a viewer what the role may see, and no more', async () => {
    expect((await ask(route, { key: viewer })).status).toBe(route.viewer);
  });

  it('gives nobody and an ended session nothing', async () => {
    expect((await ask(route, {})).status).toBe(401);
    const session = await signedIn();
    expect((await ask(route, session)).status).toBe(route.viewer);
    await api.request('DELETE', '/api/v1/sessions/current', session);
    const refused = await eventually('the session is refused', async () => {
      const { status, body } = await ask(route, session);
      return status === 401 ? body : null;
    });
    expect(Object.keys(refused)).not.toContain('data');
  });
});
