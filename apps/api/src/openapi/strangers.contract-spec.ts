import { beforeAll, describe, expect, it } from '@jest/globals';
import { closed, type Documented, isStream } from '../testing/documented-routes.js';
import { type FullWorkspace, fillWorkspace, pathWithin } from '../testing/full-workspace.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer } from '../testing/test-api.js';
import { createTenant } from '../testing/test-database.js';
import type { OpenApiDocument } from './document.js';

/** Neither path, parameters nor body name a record: these concern the key's own workspace. */
const ofTheCallersOwn = new Set([
  'listFolders',
  'createFolder',
  'previewSchedule',
  'listApiKeys',
  'createApiKey',
  'checkWorkflow',
  'listAuditEvents',
  'listBatches',
  'startBatch',
  'getCaller',
  'searchDeliveries',
  'listViews',
  'createView',
  'getSystem',
  'listSessions',
  'searchWorkspace',
  'getExecutionStats',
  'getDeliveryStats',
  'listErrorGroups',
  'listSchedules',
  ...['listApprovals', 'listNotifications', 'markNotificationsRead'],
  ...['getOnboarding', 'changeOnboarding', 'listExamples', 'getExample'],
  'listWorkspaceSubscriptions',
  'createWorkspaceSubscription',
  'getUsage',
  'getUsageHistory',
  'listWorkspaces',
  'createWorkspace',
]);

/** They need a runner; `getExecution` covers the records they name. */
const needsARunner = [
  ...['resumeExecution', 'rerunExecution', 'followExecution', 'streamChanges'],
  'runWorkflowTests',
];

/** Not stable between reads: a batch progresses; limits, keys and audit count the reads. */
const changesByItself = [
  ...['listBatches', 'getBatch', 'getUsage', 'listApiKeys', 'listAuditEvents', 'listSessions'],
];

/** A request with a key has none: sessions.contract-spec.ts. */
const ofTheSession = ['getSession', 'endSession'];
/** One workspace of an installation has it: apps/standalone/src/demo/demo.contract-spec.ts. */
const ofTheDemo = ['getDemo', 'changeDemoReceiver'];
const testedElsewhere = new Set([...ofTheSession, ...ofTheDemo]);

const api = openTestApi();
let routes: Documented[];
let victim: FullWorkspace;

beforeAll(async () => {
  const { body } = await api.request<OpenApiDocument>('GET', '/openapi.json');
  routes = closed(body).filter((one) => !testedElsewhere.has(idOf(one)));
  victim = await fillWorkspace(api, await createTenant(api));
});

const idOf = ({ operation }: Documented): string => operation.operationId.replace(/_v1$/, '');
const named = (one: Documented): string => `${one.method} ${one.path}`;

const takesInQuery = ({ operation }: Documented, name: string): boolean =>
  operation.parameters?.some((one) => one['in'] === 'query' && one['name'] === name) ?? false;

/** They take `workspaceId` in their body. */
const takesInBody = (one: Documented): boolean =>
  ['createWorkflow', 'updateWorkflow', 'importWorkflow'].includes(idOf(one));

const isAboutTheCaller = (one: Documented): boolean => ofTheCallersOwn.has(idOf(one));

/** Calls the route with the victim's ids and a valid body, so a refusal is not about the shape. */
function ask(one: Documented, key: string, workspaceId = victim.workspaceId): Promise<Answer> {
  const media = one.operation.requestBody?.content['application/json'] as
    { example?: object } | undefined;
  const query = new URLSearchParams();
  if (takesInQuery(one, 'workspaceId')) query.set('workspaceId', workspaceId);
  if (takesInQuery(one, 'q')) query.set('q', victim.mark);
  return api.request(one.method, `${pathWithin(victim, one.path)}?${query.toString()}`, {
    key,
    // Without a runner, a synchronous caller would wait in vain.
    headers: { 'x-execution-mode': 'async' },
    ...(media && { body: { ...media.example, ...(takesInBody(one) && { workspaceId }) } }),
  });
}

/** All values of the victim that an answer contains, in its body or headers. */
function leaked({ headers, body }: Answer): string[] {
  const text = JSON.stringify([headers, body]).toLowerCase();
  const secrets = [...Object.values(victim.ids), victim.accountId, victim.apiKey, victim.mark];
  return secrets.filter((secret) => text.includes(secret.toLowerCase()));
}

/** A trace says when it was read. */
const withoutReadAt = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'readAt' in data ? { ...data, readAt: '' } : data;

/** Every record as the victim's own key reads it: no action of a stranger may change it. */
async function everything(): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const one of routes.filter((route) => route.method === 'GET' && !isStream(route))) {
    const { status, body } = await ask(one, victim.apiKey);
    const { limits: _, data, ...whole } = body as { limits?: unknown; data?: unknown };
    if (!changesByItself.includes(idOf(one)))
      seen[named(one)] = [status, withoutReadAt(data ?? whole)];
  }
  return seen;
}

describe('the key of another workspace', () => {
  it("reveals nothing on routes that concern the caller's own workspace", async () => {
    const stranger = await createTenant(api);
    const own = routes.filter(isAboutTheCaller);
    expect(new Set(own.map(idOf))).toEqual(ofTheCallersOwn);
    for (const one of own) {
      const answer = await ask(one, stranger.apiKey);
      expect([named(one), answer.status < 300, leaked(answer)]).toEqual([named(one), true, []]);
      const { status, body } = await api.request(
        one.method,
        `${one.path}?workspaceId=${victim.workspaceId}`,
        { key: stranger.apiKey, headers: { 'x-workspace-id': victim.workspaceId } },
      );
      expect([named(one), status, leaked({ status, headers: {}, body })]).toEqual([
        ...[named(one), status, []],
      ]);
    }
  });

  it('finds nothing with filters that name records of this workspace', async () => {
    const { apiKey, workspaceId } = await createTenant(api);
    const { workflow, execution } = victim.ids;
    const lists = routes.filter((one) => takesInQuery(one, 'executionId'));
    expect(lists.map(idOf)).toEqual(expect.arrayContaining(['listLogs', 'tailLogs', 'exportLogs']));
    for (const filter of [`workflowIds=${workflow}`, `executionId=${execution}`])
      for (const one of lists) {
        const answer = await api.request(
          ...(['GET', `${one.path}?workspaceId=${workspaceId}&${filter}`] as const),
          { key: apiKey },
        );
        expect([named(one), answer.status, leaked(answer)]).toEqual([named(one), 200, []]);
      }
    const batch = await api.call('POST', 'batches', {
      key: apiKey,
      body: { action: 'rerun', filter: { workflowIds: [workflow] }, dryRun: true },
    });
    expect(batch).toMatchObject({ status: 202, body: { data: { matching: 0 } } });
  });

  it('spec 5.8: is refused and changes nothing on routes that name foreign records', async () => {
    const before = await everything();
    const stranger = await createTenant(api);
    for (const one of routes.filter((route) => !isAboutTheCaller(route))) {
      const answer = await ask(one, stranger.apiKey);
      const outcome = [401, 403, 404].includes(answer.status) ? 'refused' : answer;
      expect([named(one), outcome, leaked(answer)]).toEqual([named(one), 'refused', []]);
      expect(Object.keys(answer.body)).not.toContain('data');
    }
    expect(await everything()).toEqual(before);
  });

  it('is the cause of the refusals: the right key finds the same records', async () => {
    const known = routes.filter(
      (one) => !isAboutTheCaller(one) && !needsARunner.includes(idOf(one)),
    );
    const reads = known.filter(({ method }) => method === 'GET');
    // The workspace last; before it, nested records ahead of their parents.
    const depth = (one: Documented): number =>
      idOf(one) === 'deleteWorkspace' ? 0 : one.path.length;
    const removals = known
      .filter(({ method }) => method === 'DELETE')
      .sort((a, b) => depth(b) - depth(a));
    const changes = known.filter((one) => ![...reads, ...removals].includes(one));
    for (const one of [...reads, ...changes, ...removals]) {
      const { status, body } = await ask(one, victim.apiKey);
      const found = ![401, 403, 404].includes(status) && status < 500;
      expect([named(one), status, found, body]).toEqual([named(one), status, true, body]);
    }
  });
});
