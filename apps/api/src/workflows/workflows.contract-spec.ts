import { describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';
import {
  type Answer,
  type HttpMethod,
  type Refusal,
  validDefinition,
} from '../testing/test-api.js';
import { createTenant } from '../testing/test-database.js';

const api = openTestApi();

const call = <Of = Refusal>(
  method: HttpMethod,
  path: string,
  body?: unknown,
  key = api.tenant.apiKey,
): Promise<Answer<Of>> => api.call(method, `workflows${path}`, { key, body });

const create = async (path: string, key = api.tenant.apiKey): Promise<string> => {
  const made = await call<'createWorkflow'>(
    'POST',
    '',
    { name: path, definition: validDefinition(path) },
    key,
  );
  expect(made.status).toBe(201);
  return made.body.data.id;
};

describe('workflows', () => {
  it('are created, read, changed, listed and deleted', async () => {
    const id = await create('life');
    const read = await call<'getWorkflow'>('GET', `/${id}`);
    expect(read.body.data).toMatchObject({
      id,
      workspaceId: api.tenant.workspaceId,
      folderId: null,
      name: 'life',
      description: null,
      deployedVersion: null,
      triggerUrl: expect.stringMatching(
        /^http:\/\/.+\/api\/webhooks\/trigger\/[A-Za-z0-9]{24}\/life$/,
      ),
      definition: validDefinition('life'),
    });
    const changed = await call<'updateWorkflow'>('PUT', `/${id}`, {
      name: 'renamed',
      folderId: 'f1',
      definition: validDefinition('life'),
    });
    expect(changed.body.data).toMatchObject({ name: 'renamed', folderId: 'f1' });
    const list = await call<'listWorkflows'>('GET', `?workspaceId=${api.tenant.workspaceId}`);
    expect(list.body.data).toContainEqual(expect.objectContaining({ id, name: 'renamed' }));
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { name: 'x', definition: validDefinition('life') }],
      ['DELETE', '', undefined],
      ['POST', '/deploy', undefined],
      ['GET', '/versions', undefined],
    ] as const) {
      expect([method, path, (await call(method, `/${id}${path}`, body)).status]).toEqual([
        method,
        path,
        404,
      ]);
    }
  });

  it('are refused with 422 and the block and field of every problem', async () => {
    const definition = {
      blocks: [
        { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'x' } },
        { id: 'odd', type: 'teleport', name: 'Odd', config: {} },
      ],
      edges: [{ from: 'hook', to: 'nowhere' }],
    };
    const answer = await call('POST', '', { name: 'bad', definition });
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_WORKFLOW']);
    expect(answer.body.details).toContainEqual(
      expect.objectContaining({ code: 'UNKNOWN_BLOCK_TYPE', blockId: 'odd', field: 'type' }),
    );
    expect(answer.body.details).toContainEqual(
      expect.objectContaining({ code: 'DANGLING_EDGE', blockId: 'nowhere', field: 'edges[0].to' }),
    );
  });

  it.each([
    ['an unknown field', { name: 'a', definition: {}, colour: 'red' }, 'colour'],
    ['a missing name', { definition: {} }, 'name'],
    ['a missing definition', { name: 'a' }, 'definition'],
    ['something that is no object', ['a'], ''],
  ])('are refused with 422 and the field name for %s', async (_, body, field) => {
    const answer = await call('POST', '', body);
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_REQUEST']);
    expect(answer.body.details).toContainEqual(expect.objectContaining({ field }));
  });

  it.each([
    ['a control character', { name: 'a\u0000b', definition: {} }, 'name'],
    ['half a surrogate pair', { name: 'a', definition: { id: '\ud800' } }, 'definition.id'],
  ])('are refused with 400 and the place of %s', async (_, body, place) => {
    const answer = await call('POST', '', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'FORBIDDEN_CHARACTER']);
    expect(answer.body.error).toContain(`at body.${place} `);
  });

  it('are not found, listed or created by other tenants', async () => {
    const id = await create('private');
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { name: 'x', definition: validDefinition('stolen') }],
      ['DELETE', '', undefined],
      ['POST', '/deploy', undefined],
      ['GET', '/versions', undefined],
    ] as const) {
      const answer = await call(method, `/${id}${path}`, body, api.stranger.apiKey);
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    expect(
      (await call('GET', `?workspaceId=${api.tenant.workspaceId}`, undefined, api.stranger.apiKey))
        .status,
    ).toBe(404);
    const foreign = {
      name: 'x',
      workspaceId: api.tenant.workspaceId,
      definition: validDefinition('foreign'),
    };
    expect((await call('POST', '', foreign, api.stranger.apiKey)).status).toBe(404);
    expect((await call('GET', '/not-an-id')).status).toBe(404);
  });

  it('are listed once each over pages, with a cursor bound to the list', async () => {
    const own = await createTenant(api);
    const made: string[] = [];
    for (const path of ['page-1', 'page-2', 'page-3', 'page-4', 'page-5'])
      made.push(await create(path, own.apiKey));
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await call<'listWorkflows'>('GET', `?limit=2${cursor}`, undefined, own.apiKey);
      seen.push(...page.body.data.map(({ id }) => id));
      cursor = page.body.nextCursor === undefined ? '' : `&cursor=${page.body.nextCursor}`;
    } while (cursor !== '');
    expect(seen).toEqual(made.reverse());
    const { body } = await call<'listWorkflows'>('GET', '?limit=2', undefined, own.apiKey);
    for (const bad of ['nonsense', '', body.nextCursor]) {
      const answer = await call('GET', `?cursor=${bad ?? ''}`);
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_CURSOR']);
    }
  });

  it.each(['limit=0', 'limit=1001', 'limit=x', 'limit=1&limit=2', 'colour=red', 'workspaceId=1'])(
    'answer the query %s with 400',
    async (query) => {
      const answer = await call('GET', `?${query}`);
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PARAMETER']);
      expect(answer.body.details[0]?.field).toBe(query.split('=')[0]);
    },
  );
});

describe('deployment', () => {
  it('numbers versions from 1 and keeps the version of an unchanged draft', async () => {
    const id = await create('versions');
    const first = await call<'deployWorkflow'>('POST', `/${id}/deploy`);
    expect([first.status, first.body.data.version]).toEqual([200, 1]);
    const again = await call<'deployWorkflow'>('POST', `/${id}/deploy`, {});
    expect(again.body.data).toEqual(first.body.data);
    await call('PUT', `/${id}`, {
      name: 'versions',
      definition: { ...validDefinition('versions'), variables: { a: 1 } },
    });
    expect((await call<'getWorkflow'>('GET', `/${id}`)).body.data.deployedVersion).toBe(1);
    expect((await call<'deployWorkflow'>('POST', `/${id}/deploy`)).body.data.version).toBe(2);
    const versions = await call<'listWorkflowVersions'>('GET', `/${id}/versions`);
    expect(versions.body.data.map(({ version }) => version)).toEqual([2, 1]);
  });

  it('gives concurrent deployments of a draft the same version', async () => {
    const id = await create('concurrent');
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => call<'deployWorkflow'>('POST', `/${id}/deploy`)),
    );
    expect(answers.map(({ body }) => body.data.version)).toEqual([1, 1, 1, 1]);
  });
});

describe('a workflow that starts itself in a container', () => {
  it('can be saved, but its deployment is refused with block and field', async () => {
    const id = await create('starts-itself');
    const definition = {
      blocks: [
        { id: 'start', type: 'manual', name: 'Start', config: {} },
        { id: 'fan', type: 'parallel', name: 'Fan', config: { count: 3 } },
        { id: 'again', type: 'workflow', name: 'Again', config: { workflowId: id } },
      ],
      edges: [
        { from: 'start', to: 'fan' },
        { from: 'fan', to: 'again', port: 'each' },
      ],
    };
    const saved = await call('PUT', `/${id}`, { name: 'starts-itself', definition });
    expect(saved.status).toBe(200);
    const { status, body } = await call('POST', `/${id}/deploy`);
    expect([status, body.code]).toEqual([422, 'INVALID_WORKFLOW']);
    expect(body.details).toMatchObject([
      { code: 'STARTS_ITSELF_REPEATEDLY', blockId: 'again', field: 'config.workflowId' },
    ]);
  });
});

describe('trigger paths', () => {
  const taken = expect.objectContaining({
    code: 'TRIGGER_PATH_TAKEN',
    blockId: 'hook',
    field: 'config.path',
  });

  it('belong to one workflow of a workspace; a second one is refused with the name of the first', async () => {
    const id = await create('mine');
    const answer = await call('POST', '', { name: 'b', definition: validDefinition('mine') });
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_WORKFLOW']);
    expect(answer.body.details).toEqual([taken]);
    expect(answer.body.error).toContain(`belongs to "mine" (${id})`);
    const { rows } = await api.pool.query("select 1 from workflow where name = 'b'");
    expect(rows).toEqual([]);
  });

  it('are not reserved in another workspace, by a draft or a deployed workflow', async () => {
    await create('draft-only');
    await call('POST', `/${await create('deployed')}/deploy`);
    for (const path of ['draft-only', 'deployed']) {
      const id = await create(path, api.stranger.apiKey);
      const deployed = await call('POST', `/${id}/deploy`, undefined, api.stranger.apiKey);
      expect([path, deployed.status]).toEqual([path, 200]);
    }
  });

  it('are granted to exactly one of several concurrent workflows', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() =>
        call('POST', '', { name: 'race', definition: validDefinition('race') }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
  });

  it('stay reserved until the next deployment, even if the draft has another path', async () => {
    const id = await create('old-path');
    await call('POST', `/${id}/deploy`);
    await call('PUT', `/${id}`, { name: 'moved', definition: validDefinition('new-path') });
    for (const path of ['old-path', 'new-path']) {
      const answer = await call('POST', '', { name: 'c', definition: validDefinition(path) });
      expect([path, answer.status]).toEqual([path, 422]);
    }
    await call('POST', `/${id}/deploy`);
    await create('old-path');
  });

  it('are free after an undeployed draft drops them or the workflow is deleted', async () => {
    const id = await create('given-up');
    await call('PUT', `/${id}`, { name: 'x', definition: validDefinition('kept') });
    await create('given-up');
    await call('DELETE', `/${id}`);
    await create('kept');
  });
});
