/** Two api processes share one database: one serves the open requests, the other ends their key. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { hashApiKey } from '@libs/security';
import type { FastifyRequest } from 'fastify';
import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { NEVER, type Observable } from 'rxjs';
import { eventually } from '../../../../test/support/eventually.js';
import { LiveTailReader } from '../live-tail/live-tail.reader.js';
import type { OpenApiDocument } from '../openapi/document.js';
import { closed, type Documented, filled } from '../testing/documented-routes.js';
import { insertLogRow } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import { type TestApi, validDefinition } from '../testing/test-api.js';
import { createMember, createTenant, type Member, type Tenant } from '../testing/test-database.js';

const held = 'x-test-held';

/** Holds each request that has the header, after all guards, like a route that never finishes. */
class Holding implements NestInterceptor {
  count = 0;

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (headers[held] === undefined) return next.handle();
    this.count += 1;
    return NEVER;
  }
}

const holding = new Holding();
/** The instance that serves the open requests. */
const here = openTestApi({
  env: { FLOWLEDGER_SYNC_TIMEOUT_MS: '10000' },
  prepare: (app) => app.useGlobalInterceptors(holding),
  listens: true,
});
/** The instance that ends the keys. */
let elsewhere: TestApi;
let routes: readonly Documented[];

beforeAll(async () => {
  elsewhere = await here.another();
  routes = closed((await elsewhere.request<OpenApiDocument>('GET', '/openapi.json')).body);
  const tail = here.app.get(LiveTailReader, { strict: false });
  await eventually('the tail is read', () => tail.isLive() || null);
});

interface Place {
  readonly tenant: Tenant;
  readonly reader: Member;
}

async function openPlace(): Promise<Place> {
  const tenant = await createTenant(here);
  const reader = await createMember(here, tenant, 'owner');
  // A second owner, because the last one can't be removed.
  await createMember(here, tenant, 'owner');
  return { tenant, reader };
}

async function keyIdOf({ apiKey }: Member): Promise<string> {
  const sql = 'select id from api_key where key_hash = $1';
  const { rows } = await here.pool.query<{ id: string }>(sql, [hashApiKey(apiKey)]);
  return rows[0]!.id;
}

const revoke = async ({ tenant, reader }: Place): Promise<void> => {
  const path = `/api/v1/api-keys/${await keyIdOf(reader)}`;
  expect((await elsewhere.request('DELETE', path, { key: tenant.apiKey })).status).toBe(204);
};

const endings: readonly (readonly [string, (place: Place) => Promise<unknown>])[] = [
  ['is revoked', revoke],
  [
    'expires',
    async ({ reader }) =>
      here.pool.query(`update api_key set expires_at = now() + interval '500 ms' where id = $1`, [
        await keyIdOf(reader),
      ]),
  ],
  [
    'belongs to a removed member',
    async ({ tenant, reader }) => {
      const path = `/api/v1/workspaces/${tenant.workspaceId}/members/${reader.userId}`;
      const removed = await elsewhere.request('DELETE', path, { key: tenant.apiKey });
      expect(removed.status).toBe(204);
    },
  ],
  [
    'belongs to a deleted workspace',
    async ({ tenant }) => {
      const path = `/api/v1/workspaces/${tenant.workspaceId}`;
      const deleted = await elsewhere.request('DELETE', path, { key: tenant.apiKey });
      expect(deleted.status).toBe(204);
    },
  ],
];

const endsKeys = ['deleteWorkspace', 'removeMember', 'revokeApiKey'];
/** They end no key, but the session of their request. */
const endsSessions = ['endSession', 'endOtherSession'];

describe('an open request to any route that takes a key', () => {
  it.each(endings)('gets 401 as soon as its key %s', async (_, endKey) => {
    const place = await openPlace();
    const outlive = [...endsKeys, ...endsSessions];
    const walked = routes.filter(({ operation }) => !outlive.includes(operation.operationId));
    expect(walked.length).toBeGreaterThan(60);
    holding.count = 0;
    const answers = walked.map(async ({ method, path }) => {
      const headers = { 'x-api-key': place.reader.apiKey, [held]: 'yes' };
      const signal = AbortSignal.timeout(100_000);
      const answer = await fetch(here.url + filled(path), { method, headers, signal });
      const { code } = (await answer.json()) as { code?: string };
      return [method, path, answer.status, code];
    });
    await eventually('all of them are open', () => holding.count === walked.length || null);
    await endKey(place);
    const expected = walked.map(({ method, path }) => [method, path, 401, 'INVALID_API_KEY']);
    expect(await Promise.all(answers)).toEqual(expected);
  });

  it.each(endsKeys)('gets 204 from %s although that ends its key', async (operationId) => {
    const { tenant, reader } = await openPlace();
    const route = routes.find(({ operation }) => operation.operationId === operationId)!;
    const ids = { id: await keyIdOf(reader), userId: reader.userId };
    const workspace = { id: tenant.workspaceId, workspaceId: tenant.workspaceId };
    const given = operationId === 'revokeApiKey' ? ids : { ...ids, ...workspace };
    const headers = { 'x-api-key': reader.apiKey };
    const answer = await fetch(here.url + filled(route.path, given), { method: 'DELETE', headers });
    expect(answer.status).toBe(204);
  });
});

const sent = (
  path: string,
  key: string,
  options: { readonly method?: string; readonly accept?: string; readonly body?: string } = {},
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', accept = '*/*', body } = options;
    const headers = { 'x-api-key': key, accept, 'content-type': 'application/json' };
    const request = httpRequest(here.url + path, { method, headers }, resolve);
    request.on('error', reject);
    request.end(body);
  });

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}

function withApproval(path: string): object {
  const { blocks, edges } = validDefinition(path);
  const approval = { id: 'later', type: 'approval', name: 'Later', config: {} };
  return { blocks: [...blocks, approval], edges: [...edges, { from: 'done', to: 'later' }] };
}

describe('a response in progress when its key is revoked', () => {
  const lastEvent = /event: stream\.ended\ndata: \{"code":"INVALID_API_KEY","error":"[^"]+"\}\n\n$/;

  async function openRunning(): Promise<Place & { executionId: string; workflowId: string }> {
    const place = await openPlace();
    const definition = withApproval(`p-${place.reader.userId}`);
    const workflowId = await here.deploy(definition, place.tenant.apiKey);
    const executionId = crypto.randomUUID();
    const owner = { ...place.tenant, workflowId };
    await insertLogRow(here, owner, { executionId, status: 'running' });
    return { ...place, executionId, workflowId };
  }

  it.each(['followExecution', 'executeWorkflow'])(
    'ends the event stream of %s with the code INVALID_API_KEY',
    async (operation) => {
      const place = await openRunning();
      const { executionId, workflowId, reader } = place;
      const response =
        operation === 'followExecution'
          ? await sent(`/api/v1/executions/${executionId}/events`, reader.apiKey)
          : await sent(`/api/v1/workflows/${workflowId}/execute`, reader.apiKey, {
              method: 'POST',
              accept: 'text/event-stream',
              body: '{}',
            });
      expect(response.statusCode).toBe(200);
      await revoke(place);
      expect(await textOf(response)).toMatch(lastEvent);
    },
  );

  it.each([
    ['waits for a run', 'POST', 'workflows/WORKFLOW/execute', '{}'],
    ['waits for new logs', 'GET', 'logs/tail?workspaceId=WORKSPACE&wait=30', undefined],
    ['waits for an approval', 'POST', 'executions/EXECUTION/resume', '{"blockId":"later"}'],
  ])('becomes 401 while it %s', async (_, method, path, body) => {
    const place = await openRunning();
    const { executionId, workflowId, tenant, reader } = place;
    const filledPath = `/api/v1/${path}`
      .replace('WORKFLOW', workflowId)
      .replace('WORKSPACE', tenant.workspaceId)
      .replace('EXECUTION', executionId);
    const answer = sent(filledPath, reader.apiKey, { method, ...(body !== undefined && { body }) });
    await revoke(place);
    const response = await answer;
    expect([response.statusCode, JSON.parse(await textOf(response))]).toMatchObject([
      401,
      { code: 'INVALID_API_KEY', error: expect.stringContaining('revoked or expired') },
    ]);
  });

  it('aborts an export, so the client cannot take it for complete', async () => {
    const place = await openPlace();
    const { tenant, reader } = place;
    await here.pool.query(
      `insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version,
         definition_hash, status, level, trigger, started_at, ended_at, total_duration_ms, cost_total, models, error,
         ledger_partition, ledger_offset, retention_bucket)
       select e, e, $1, $2, e, 'W', 1, 'hash', 'error', 'error', 'api', now(), now(), 1, 0, '{}',
         jsonb_build_object('code', 'C', 'message', repeat('x', 9000)), 0, 0, 0
       from (select gen_random_uuid() as e from generate_series(1, 5000)) as many`,
      [tenant.workspaceId, tenant.accountId],
    );
    const path = `/api/v1/logs/export?workspaceId=${tenant.workspaceId}&format=csv`;
    const server = here.app.getHttpServer();
    const answer = new Promise<ServerResponse>((resolve) =>
      server.once('request', (_, one: ServerResponse) => resolve(one)),
    );
    // Nothing is read yet, so the server still holds the rest of the export when the key ends.
    const response = await sent(path, reader.apiKey);
    expect(response.statusCode).toBe(200);
    await revoke(place);
    await eventually('the connection is cut', async () => (await answer).destroyed || null);
    await expect(textOf(response)).rejects.toThrow(/aborted/);
  });
});
