/** Only holders of the operator's key may call the operator API. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newApiKey } from '@libs/security';
import { pino } from 'pino';
import { noId } from '../audit/operator.js';
import type { OpenApiDocument } from '../openapi/document.js';
import { closed, type Documented, filled, ofOperators } from '../testing/documented-routes.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer } from '../testing/test-api.js';
import { createMember } from '../testing/test-database.js';

const operatorKey = `flo_${newApiKey().slice(3)}`;
const lines: string[] = [];
const api = openTestApi({
  env: {
    FLOWLEDGER_OPERATOR_KEY: operatorKey,
    FLOWLEDGER_OPERATOR_CALLS_PER_MINUTE: '1000',
    FLOWLEDGER_WRONG_KEYS_PER_MINUTE: '1000',
  },
  logger: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
});
const withoutKey = openTestApi();
const limited = openTestApi({
  env: { FLOWLEDGER_OPERATOR_KEY: operatorKey, FLOWLEDGER_OPERATOR_CALLS_PER_MINUTE: '3' },
});
let document: OpenApiDocument;
let routes: readonly Documented[];

beforeAll(async () => {
  document = (await api.request<OpenApiDocument>('GET', '/openapi.json')).body;
  routes = ofOperators(document);
});

type Headers = Readonly<Record<string, string>>;

const ask = (one: Documented, headers: Headers, at = api): Promise<Answer> =>
  at.request(one.method, filled(one.path, { accountId: at.tenant.accountId }), {
    headers,
    ...(one.operation.requestBody && { body: {} }),
  });

/** What each route answered. */
const answers = async (
  asked: readonly Documented[],
  headers: Headers,
  at = api,
): Promise<Set<string>> =>
  new Set(
    await Promise.all(
      asked.map(async (one) => {
        const { status, body } = await ask(one, headers, at);
        return `${status} ${body.code}`;
      }),
    ),
  );

describe('every operator route', () => {
  it('has a security scheme of its own', () => {
    expect(routes.length).toBeGreaterThan(7);
    const below = Object.keys(document.paths).filter((path) => path.includes('/operator/'));
    expect(new Set(routes.map(({ path }) => path))).toEqual(new Set(below));
    for (const { operation } of routes) expect(operation.security).toEqual([{ operatorKey: [] }]);
    for (const { operation } of closed(document)) expect(operation.security).toBeUndefined();
  });

  it("refuses the keys of tenants, including an owner's, in any header", async () => {
    const owner = await createMember(api, api.tenant, 'owner');
    for (const key of [api.tenant.apiKey, owner.apiKey, '', 'x'.repeat(3_000), 'flo_é']) {
      const missing = key === '' ? 'MISSING_OPERATOR_KEY' : 'INVALID_OPERATOR_KEY';
      expect(await answers(routes, { 'x-operator-key': key })).toEqual(new Set([`401 ${missing}`]));
      const inTheOther = await answers(routes, { 'x-api-key': key });
      expect(inTheOther).toEqual(new Set(['401 MISSING_OPERATOR_KEY']));
    }
  });

  it("takes the operator's key in its own header only; routes of tenants refuse it", async () => {
    const inTheOther = await answers(routes, { 'x-api-key': operatorKey });
    expect(inTheOther).toEqual(new Set(['401 MISSING_OPERATOR_KEY']));
    const tenants = closed(document);
    const asKey = await answers(tenants, { 'x-api-key': operatorKey });
    expect(asKey).toEqual(new Set(['401 INVALID_API_KEY']));
    const asOperator = await answers(tenants, { 'x-operator-key': operatorKey });
    expect(asOperator).toEqual(new Set(['401 MISSING_API_KEY']));
    for (const one of routes) {
      const { status } = await ask(one, { 'x-operator-key': operatorKey });
      expect([one.path, [401, 403].includes(status), status < 500]).toEqual([
        one.path,
        false,
        true,
      ]);
    }
  });

  it('does not exist without the setting, whatever the key', async () => {
    for (const headers of [{}, { 'x-operator-key': operatorKey }, { 'x-operator-key': '' }])
      expect(await answers(routes, headers, withoutKey)).toEqual(new Set(['404 NOT_FOUND']));
    const { body } = await withoutKey.request('GET', '/api/v1/operator/accounts');
    expect(body.error).toMatch(/FLOWLEDGER_OPERATOR_KEY/);
  });

  it('leaves one audit record of a change, without a workspace and a key', async () => {
    for (const one of routes.filter(({ method }) => method !== 'GET')) {
      const { headers, status } = await ask(one, { 'x-operator-key': operatorKey });
      const { rows } = await api.pool.query(
        'select action, account_id, workspace_id, key_id, user_id, status from audit_event where request_id = $1',
        [headers['x-request-id']],
      );
      const { operationId } = one.operation;
      expect(rows).toEqual([
        {
          ...{ action: operationId, workspace_id: noId, key_id: noId, user_id: null, status },
          account_id: operationId === 'createAccount' ? noId : api.tenant.accountId,
        },
      ]);
    }
  });

  it('is audited for an invalid id too', async () => {
    const answer = await api.request('POST', '/api/v1/operator/accounts/x%27y/resume', {
      headers: { 'x-operator-key': operatorKey },
    });
    expect(answer.status).toBe(404);
  });
});

describe('a wrong key', () => {
  it('is logged at most once a while, with the address and without the key', async () => {
    const wrong = `flo_${newApiKey().slice(3)}`;
    for (let times = 0; times < 5; times += 1)
      await Promise.all(routes.map((one) => ask(one, { 'x-operator-key': wrong })));
    const refusals = lines.filter((line) => line.includes('OPERATOR_KEY_REFUSED'));
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.length).toBeLessThan(routes.length);
    for (const line of refusals) expect(JSON.parse(line)).toMatchObject({ ip: '127.0.0.1' });
    expect(lines.join('')).not.toContain(wrong);
  });

  it("does not count for the operator's calls per minute; the right key does", async () => {
    const list = (key: string): Promise<Answer> =>
      limited.request('GET', '/api/v1/operator/accounts', { headers: { 'x-operator-key': key } });
    for (let n = 0; n < 10; n += 1) expect((await list('flo_wrong')).status).toBe(401);
    const called: Answer[] = [];
    for (let n = 0; n < 10; n += 1) called.push(await list(operatorKey));
    expect(called[0]?.status).toBe(200);
    const refused = called.filter(({ status }) => status === 429);
    // A new minute may begin in between.
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(refused[0]?.body.error).toMatch(/3 calls of the operator API per minute/);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
