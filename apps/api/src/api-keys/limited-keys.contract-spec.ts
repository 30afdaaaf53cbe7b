import { beforeAll, describe, expect, it } from '@jest/globals';
import { logIdOf } from '@libs/contracts';
import { randomUUID } from 'node:crypto';
import type { OpenApiDocument } from '../openapi/document.js';
import {
  closed,
  type Documented,
  isStream,
  withRequiredQuery,
} from '../testing/documented-routes.js';
import { type FullWorkspace, fillWorkspace, pathWithin } from '../testing/full-workspace.js';
import { insertLogRow } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import { type Answer, validDefinition } from '../testing/test-api.js';
import { createTenant } from '../testing/test-database.js';

const api = openTestApi({ env: { FLOWLEDGER_SYNC_TIMEOUT_MS: '50' } });
let routes: Documented[];
/** Its records belong to another workflow than that of the limited key. */
let place: FullWorkspace;
/** A workflow of the same workspace, its execution, and a key that is limited to it. */
let own: { workflow: string; execution: string; key: string };

const makeKey = async (body: object, key = place.apiKey): Promise<string> => {
  const made = await api.call<'createApiKey'>('POST', 'api-keys', {
    ...{ key, body: { name: 'limited', ...body } },
  });
  expect([made.status, made.body]).toEqual([201, made.body]);
  return made.body.data.key!;
};

beforeAll(async () => {
  routes = closed((await api.request<OpenApiDocument>('GET', '/openapi.json')).body);
  place = await fillWorkspace(api, await createTenant(api));
  const workflow = await api.deploy(validDefinition(randomUUID()), place.apiKey);
  const execution = randomUUID();
  await insertLogRow(api, { ...place, workflowId: workflow }, { executionId: execution });
  own = { workflow, execution, key: await makeKey({ workflowIds: [workflow] }) };
});

const idOf = ({ operation }: Documented): string => operation.operationId.replace(/_v1$/, '');
const isFor = ({ operation }: Documented): boolean => operation['x-limited-keys'] === true;

function ask(one: Documented, path: string, key: string): Promise<Answer> {
  const media = one.operation.requestBody?.content['application/json'] as
    { example?: object } | undefined;
  return api.request(one.method, withRequiredQuery(path, one, place.workspaceId), {
    key,
    headers: { 'x-execution-mode': 'async' },
    ...(media && { body: { ...media.example } }),
  });
}

/** What an answer has of the other workflow. */
const leaked = ({ headers, body }: Answer): string[] => {
  const text = JSON.stringify([headers, body]);
  const { workflow, execution, subscription, delivery, batch, log } = place.ids;
  const others = [workflow, execution, subscription, delivery, batch, log, place.mark];
  return others.filter((secret) => text.includes(secret));
};

/** A request with a key has no session: sessions.contract-spec.ts. */
const isOfSession = (one: Documented): boolean => idOf(one).endsWith('Session');

/** A stream of the workspace does not end: stream.contract-spec.ts. */
const isAnswered = (one: Documented): boolean => !isOfSession(one) && idOf(one) !== 'streamChanges';

/** For another reason than the key. */
const refusedAnyway: ReadonlyMap<string, number> = new Map([
  ['cancelExecution', 409],
  ['resumeExecution', 404],
  ['getSpan', 404],
  ['downloadSpanPayload', 404],
  ['rerunExecution', 422],
]);

describe('a key that is limited to workflows', () => {
  it('may call these operations; any other refuses it with a reason', async () => {
    expect([...new Set(routes.filter(isFor).map(idOf))].sort()).toEqual([
      ...['cancelExecution', 'createApiKey', 'downloadSpanPayload', 'endOtherSession'],
      ...['endSession', 'executeWorkflow', 'exportLogs', 'followExecution', 'getCaller'],
      ...[
        'getExecution',
        'getExecutionLog',
        'getExecutionStats',
        'getLog',
        'getSession',
        'getSpan',
        'getTrace',
      ],
      ...['getWorkflowVersion', 'listExecutionDeliveries', 'listLogs', 'listSessions'],
      ...['listSpans', 'listWorkflowVersions', 'listenToDraft', 'notePresence', 'rerunExecution'],
      ...['resumeExecution', 'searchWorkspace', 'stopListening', 'streamChanges', 'tailLogs'],
    ]);
    const refusing = routes.filter((one) => !isFor(one));
    expect(refusing.length).toBeGreaterThan(50);
    for (const one of refusing) {
      const answer = await ask(one, pathWithin(place, one.path), own.key);
      expect([idOf(one), answer.status, answer.body.code]).toEqual([idOf(one), 403, 'KEY_LIMITED']);
    }
  });

  it('learns nothing about other workflows from the operations that it may call, and changes nothing there', async () => {
    for (const one of routes.filter((route) => isFor(route) && isAnswered(route))) {
      const answer = await ask(one, pathWithin(place, one.path), own.key);
      const isOfRecord = /\{(id|executionId)\}/.test(one.path);
      expect([idOf(one), leaked(answer)]).toEqual([idOf(one), []]);
      if (isOfRecord) expect([403, 404]).toContain(answer.status);
      else expect([idOf(one), answer.status < 300]).toEqual([idOf(one), true]);
    }
    const kept = await api.call<'getExecution'>('GET', `executions/${place.ids.execution}`, {
      ...{ key: place.apiKey },
    });
    expect(kept.body.data.status).toBe('success');
  });

  it('runs and reads its own workflow like any other key', async () => {
    const ids = { workflow: own.workflow, execution: own.execution, log: logIdOf(own.execution) };
    const mine = { ...place, ids: { ...place.ids, ...ids } };
    for (const one of routes.filter((one) => isFor(one) && !isStream(one) && !isOfSession(one))) {
      const answer = await ask(one, pathWithin(mine, one.path), own.key);
      // The execution has ended, waits for nothing, and has no block of the example's name.
      const expected = refusedAnyway.get(idOf(one));
      if (expected !== undefined) expect([idOf(one), answer.status]).toEqual([idOf(one), expected]);
      else
        expect([idOf(one), answer.status < 300, answer.body]).toEqual([
          ...[idOf(one), true, answer.body],
        ]);
    }
  });

  it('lists the logs of its workflows only, and is refused a query for others', async () => {
    const query = `workspaceId=${place.workspaceId}`;
    const executionsOf = async (path: string): Promise<unknown[]> => {
      const { body } = await api.call<'listLogs'>('GET', `${path}&${query}`, { key: own.key });
      return body.data.map(({ executionId }) => executionId);
    };
    expect(await executionsOf('logs?limit=10')).toEqual([own.execution]);
    expect(await executionsOf('logs?search=mark')).toEqual([]);
    expect(await executionsOf(`logs?executionId=${place.ids.execution}`)).toEqual([]);
    for (const list of ['logs', 'logs/tail', 'logs/export']) {
      const path = `${list}?${query}&workflowIds=${own.workflow},${place.ids.workflow}`;
      const refused = await api.call('GET', path, { key: own.key });
      expect([list, refused.status, refused.body.code]).toEqual([list, 403, 'KEY_LIMITED']);
    }
  });

  it('does not take a cursor of a wider key', async () => {
    const query = `workspaceId=${place.workspaceId}&limit=1`;
    const wide = await api.call<'listLogs'>('GET', `logs?${query}`, { key: place.apiKey });
    const cursor = encodeURIComponent(wide.body.nextCursor!);
    const refused = await api.call('GET', `logs?${query}&cursor=${cursor}`, { key: own.key });
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_CURSOR']);
  });

  it('makes only keys with the same limits, and none for missing workflows', async () => {
    const made = await makeKey({}, own.key);
    const me = await api.call<'getCaller'>('GET', 'me', { key: made });
    expect(me.body.data.workflowIds).toEqual([own.workflow]);
    for (const workflowIds of [null, [place.ids.workflow]]) {
      const body = { name: 'wider', workflowIds };
      const refused = await api.call('POST', 'api-keys', { key: own.key, body });
      expect([refused.status, refused.body.code]).toEqual([403, 'KEY_LIMITED']);
    }
    const stranger = await api.deploy(validDefinition(randomUUID()), api.stranger.apiKey);
    const unknown = await api.call('POST', 'api-keys', {
      ...{ key: place.apiKey, body: { name: 'unknown', workflowIds: [own.workflow, stranger] } },
    });
    expect([unknown.status, unknown.body.details[0]?.field]).toEqual([422, 'workflowIds']);
    expect(unknown.body.error).toContain(stranger);
    expect(unknown.body.error).not.toContain(own.workflow);
  });
});

describe('a key that is limited to addresses', () => {
  const call = async (key: string, remoteAddress: string): Promise<readonly [number, string]> => {
    const answer = await api.app.inject({
      ...{ method: 'GET', url: '/api/v1/workflows', remoteAddress },
      headers: { 'x-api-key': key },
    });
    return [answer.statusCode, answer.payload];
  };

  it("works from these; a refusal names the caller's address", async () => {
    const key = await makeKey({ allowedAddresses: ['127.0.0.1', '203.0.113.0/24'] });
    expect((await call(key, '203.0.113.9'))[0]).toBe(200);
    expect((await call(key, '::ffff:203.0.113.9'))[0]).toBe(200);
    const [status, text] = await call(key, '198.51.100.1');
    expect([status, text]).toEqual([403, expect.stringContaining('198.51.100.1')]);
    expect(text).toContain('ADDRESS_NOT_ALLOWED');
    const trail = await api.call<'listAuditEvents'>('GET', 'audit?limit=1', { key: place.apiKey });
    expect(trail.body.data).toMatchObject([
      { action: 'listWorkflows', status: 403, ip: '198.51.100.1' },
    ]);
  });

  it('makes keys and workspaces with the same limits', async () => {
    const allowedAddresses = ['127.0.0.1', '10.0.0.0/8'];
    const key = await makeKey({ allowedAddresses });
    const wider = await api.call('POST', 'api-keys', {
      ...{ key, body: { name: 'wider', allowedAddresses: ['0.0.0.0/1'] } },
    });
    expect([wider.status, wider.body.code]).toEqual([403, 'KEY_LIMITED']);
    const made = await api.call<'createWorkspace'>('POST', 'workspaces', {
      ...{ key, body: { name: 'w' } },
    });
    expect(made.body.data.apiKey.allowedAddresses).toEqual(allowedAddresses);
    expect((await call(made.body.data.apiKey.key!, '203.0.113.9'))[0]).toBe(403);
  });

  it.each(['10.0.0.0/0', '10.0.0.0/33', 'example.com', 'fe80::1%eth0', '10.0.0'])(
    'cannot be made for %s',
    async (entry) => {
      const body = { name: 'k', allowedAddresses: [entry] };
      const refused = await api.call('POST', 'api-keys', { key: place.apiKey, body });
      expect([refused.status, refused.body.details[0]?.field]).toEqual([
        ...[422, 'allowedAddresses[0]'],
      ]);
    },
  );
});

describe('a key that expires', () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();

  it('makes keys that expire when it does, or earlier', async () => {
    const key = await makeKey({ expiresAt });
    const child = await makeKey({}, key);
    const me = await api.call<'getCaller'>('GET', 'me', { key: child });
    expect(me.body.data.expiresAt).toBe(expiresAt);
    for (const later of [null, '2999-01-01T00:00:00Z']) {
      const body = { name: 'later', expiresAt: later };
      const refused = await api.call('POST', 'api-keys', { key, body });
      expect([refused.status, refused.body.code]).toEqual([422, 'KEY_EXPIRES']);
      expect(refused.body.error).toContain(expiresAt);
    }
  });

  it('makes no workspace', async () => {
    const key = await makeKey({ expiresAt });
    const refused = await api.call('POST', 'workspaces', { key, body: { name: 'w' } });
    expect([refused.status, refused.body.code]).toEqual([422, 'KEY_EXPIRES']);
    expect(
      (await api.call('POST', 'workspaces', { key: place.apiKey, body: { name: 'w' } })).status,
    ).toBe(201);
  });
});
