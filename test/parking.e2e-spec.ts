/** Parked executions hold no resources, survive every restart, and resume exactly once. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';
import { repeatRequest } from './support/repeat-request.js';
import { begin, reaches, saveAndDeploy } from './support/run-workflows.js';

let cluster: Cluster;
let stub: CountingStub;

const patient = { withinMs: 90_000 };

beforeAll(async () => {
  [cluster, stub] = await Promise.all([
    startCluster(['api', 'runner', 'relay', 'projector'], {
      FLOWLEDGER_PARK_RETRIES_AFTER_MS: '1000',
    }),
    startCountingStub(),
  ]);
  stub.answer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
  );
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await stub.close();
});

interface Block {
  readonly id: string;
  readonly type: string;
  readonly config: object;
}

/** Sequential blocks after a manual trigger; their names are their ids. */
const chainOf = (blocks: readonly Block[]): object => ({
  blocks: [{ id: 'start', type: 'manual', name: 'start', config: {} }].concat(
    blocks.map((block) => ({ ...block, name: block.id })),
  ),
  edges: blocks.map(({ id }, n) => ({ from: blocks[n - 1]?.id ?? 'start', to: id })),
});

const call = (id: string, body: unknown, more: object = {}): Block => ({
  id,
  type: 'api',
  config: { method: 'POST', url: `${stub.url}/${id}`, body, ...more },
});

const callsOf = (executionId: string, block: string): number =>
  stub.calls.filter(({ idempotencyKey }) => idempotencyKey === `${executionId}:${block}:`).length;

describe('a wait', () => {
  it('survives kill -9 of api, runner and projector, and repeats no call', async () => {
    const workflowId = await saveAndDeploy(
      cluster,
      chainOf([
        call('before', { n: 1 }),
        { id: 'pause', type: 'wait', config: { durationMs: 12_000 } },
        call('after', { at: '<pause.resumedAt>' }),
      ]),
    );
    const executionId = await begin(cluster, workflowId);
    await reaches(cluster, executionId, 'paused');
    const logs = await cluster.api.call(
      'GET',
      `/api/v1/logs?workspaceId=${cluster.workspaceId}&status=paused`,
    );
    expect(logs.json.data).toMatchObject([{ executionId, status: 'paused' }]);
    for (const name of ['api', 'runner', 'projector'] as const)
      await cluster.apps.get(name)?.kill('SIGKILL');
    await Promise.all([cluster.start('api'), cluster.start('runner'), cluster.start('projector')]);
    await reaches(cluster, executionId, 'success');
    expect([callsOf(executionId, 'before'), callsOf(executionId, 'after')]).toEqual([1, 1]);
  }, 180_000);

  it('resumes when a stopped projector is back, while new requests run', async () => {
    const waiting = await saveAndDeploy(
      cluster,
      chainOf([{ id: 'pause', type: 'wait', config: { durationMs: 6_000 } }, call('woken', {})]),
    );
    const fresh = await saveAndDeploy(cluster, chainOf([call('fresh', {})]));
    const executionId = await begin(cluster, waiting);
    await reaches(cluster, executionId, 'paused');
    const dueMs = Date.now() + 6_000;
    await cluster.apps.get('projector')?.kill('SIGKILL');
    // More than the number of wakes prepared at a time: none of them may hold a slot.
    const others = await Promise.all(Array.from({ length: 30 }, () => begin(cluster, fresh)));
    await eventually('it is due', () => Date.now() > dueMs, patient);
    const last = await begin(cluster, fresh);
    await eventually(
      'all others have called',
      () => [...others, last].every((id) => callsOf(id, 'fresh') === 1),
      patient,
    );
    await cluster.start('projector');
    await reaches(cluster, executionId, 'success');
    expect(callsOf(executionId, 'woken')).toBe(1);
  }, 180_000);

  it('can still be cancelled after its request was repeated', async () => {
    const workflowId = await saveAndDeploy(
      cluster,
      chainOf([{ id: 'pause', type: 'wait', config: { durationMs: 86_400_000 } }]),
    );
    const executionId = await begin(cluster, workflowId);
    await reaches(cluster, executionId, 'paused');
    await repeatRequest(cluster.kafka, executionId);
    await cluster.api.call('POST', `/api/v1/executions/${executionId}/cancel`, { reason: 'no' });
    await reaches(cluster, executionId, 'cancelled');
  }, 120_000);

  it('can be cancelled while it is parked', async () => {
    const workflowId = await saveAndDeploy(
      cluster,
      chainOf([{ id: 'pause', type: 'wait', config: { durationMs: 86_400_000 } }]),
    );
    const executionId = await begin(cluster, workflowId);
    await reaches(cluster, executionId, 'paused');
    await cluster.api.call('POST', `/api/v1/executions/${executionId}/cancel`, { reason: 'no' });
    await reaches(cluster, executionId, 'cancelled');
  }, 120_000);
});

describe('an approval', () => {
  it('resumes once with the data posted to its URL, and rejects a wrong token', async () => {
    const workflowId = await saveAndDeploy(
      cluster,
      chainOf([
        call('mail', { link: '<approve.resumePath>' }),
        { id: 'approve', type: 'approval', config: { message: 'Ship it?' } },
        call('ship', { by: '<approve.data.by>' }),
      ]),
    );
    const executionId = await begin(cluster, workflowId);
    const mail = await eventually(
      'the mail is sent',
      () => stub.calls.find(({ idempotencyKey }) => idempotencyKey === `${executionId}:mail:`),
      patient,
    );
    const { link } = JSON.parse(mail.body) as { link: string };
    const token = link.split('/').at(-1) ?? '';
    await reaches(cluster, executionId, 'paused');
    const wrong = link.replace(token, `${token.slice(1)}${token.slice(0, 1)}`);
    expect((await cluster.api.call('POST', wrong, { by: 'mallory' })).status).toBe(404);
    const answers = await Promise.all(
      ['ann', 'ann'].map((by) => cluster.api.call('POST', link, { by })),
    );
    for (const { status } of answers) expect([202, 409]).toContain(status);
    expect(answers.map(({ status }) => status)).toContain(202);
    await reaches(cluster, executionId, 'success');
    const ship = stub.calls.filter(
      ({ idempotencyKey }) => idempotencyKey === `${executionId}:ship:`,
    );
    expect(ship.map(({ body }) => body)).toEqual(['{"by":"ann"}']);
    expect((await cluster.api.call('POST', link, { by: 'bob' })).json.code).toBe('ALREADY_RESUMED');
    const detail = await cluster.api.call('GET', `/api/v1/logs/executions/${executionId}`);
    expect(detail.text).not.toContain(token);
  }, 180_000);
});

describe('resume with an API key', () => {
  it('resumes the named block with its data, and rejects a second answer', async () => {
    const workflowId = await saveAndDeploy(
      cluster,
      chainOf([
        { id: 'approve', type: 'approval', config: { message: 'Ship it?' } },
        call('ship-it', { by: '<approve.data.by>', at: '<approve.resumedAt>' }),
      ]),
    );
    const executionId = await begin(cluster, workflowId);
    await reaches(cluster, executionId, 'paused');
    const path = `/api/v1/executions/${executionId}/resume`;
    const answer = await cluster.api.call('POST', path, {
      blockId: 'approve',
      data: { by: 'cid' },
    });
    expect(answer).toMatchObject({
      status: 202,
      json: { data: { executionId, blockId: 'approve', iteration: '', status: 'resuming' } },
    });
    await reaches(cluster, executionId, 'success');
    const [shipped] = stub.calls.filter(
      ({ idempotencyKey }) => idempotencyKey === `${executionId}:ship-it:`,
    );
    expect(JSON.parse(shipped?.body ?? '{}')).toMatchObject({
      by: 'cid',
      at: expect.stringMatching(/Z$/),
    });
    const again = await cluster.api.call('POST', path, { blockId: 'approve', data: {} });
    expect(again).toMatchObject({ status: 409, json: { code: 'ALREADY_RESUMED' } });
    expect(callsOf(executionId, 'ship-it')).toBe(1);
  }, 120_000);
});

describe('secrets and variables of a workspace', () => {
  const put = async (path: string, body: object): Promise<void> => {
    const url = `/api/v1/workspaces/${cluster.workspaceId}/${path}`;
    expect((await cluster.api.call('PUT', url, body)).status).toBe(200);
  };
  const bodiesOf = (executionId: string, block: string): string[] =>
    stub.calls
      .filter(({ idempotencyKey }) => idempotencyKey === `${executionId}:${block}:`)
      .map(({ body }) => body);

  it('keep a variable as it was when the execution began, through a pause and a kill; a rerun reads it anew', async () => {
    await put('variables/STUB', { value: stub.url });
    await put('variables/SHOP', { value: { region: 'north' } });
    const sent = { region: '<env.SHOP.region>' };
    const workflowId = await saveAndDeploy(
      cluster,
      chainOf([
        call('first', sent, { url: '<env.STUB>/first' }),
        { id: 'approve', type: 'approval', config: { message: 'Ship it?' } },
        call('second', sent, { url: '<env.STUB>/second' }),
      ]),
    );
    const executionId = await begin(cluster, workflowId);
    await reaches(cluster, executionId, 'paused');
    await put('variables/SHOP', { value: { region: 'south' } });
    await cluster.apps.get('runner')?.kill('SIGKILL');
    await cluster.start('runner');
    const resume = (id: string): Promise<unknown> =>
      cluster.api.call('POST', `/api/v1/executions/${id}/resume`, { blockId: 'approve', data: {} });
    await resume(executionId);
    await reaches(cluster, executionId, 'success');
    expect(bodiesOf(executionId, 'first')).toEqual(['{"region":"north"}']);
    expect(bodiesOf(executionId, 'second')).toEqual(['{"region":"north"}']);
    const rerun = await cluster.api.call('POST', `/api/v1/executions/${executionId}/rerun`, {});
    const again = rerun.json.data.executionId as string;
    await reaches(cluster, again, 'paused');
    await resume(again);
    await reaches(cluster, again, 'success');
    expect(bodiesOf(again, 'second')).toEqual(['{"region":"south"}']);
  }, 180_000);

  it('send a secret to the hosts that it names only, as they are when the execution begins', async () => {
    const { host } = new URL(stub.url);
    await put('variables/STUB', { value: stub.url });
    await put('secrets/KEY', { value: 'k3y-of-the-stub', allowedHosts: ['erp.example'] });
    const workflowId = await saveAndDeploy(
      cluster,
      chainOf([
        call(
          'asks',
          {},
          {
            url: '<env.STUB>/asks',
            headers: [{ key: 'Authorization', value: '{{KEY}}' }],
          },
        ),
      ]),
    );
    const denied = await begin(cluster, workflowId);
    await reaches(cluster, denied, 'error');
    const log = await cluster.api.call('GET', `/api/v1/logs/executions/${denied}`);
    expect(log.text).toContain('SECRET_HOST_DENIED');
    expect(log.text).not.toContain('k3y-of-the-stub');
    expect(callsOf(denied, 'asks')).toBe(0);
    await put('secrets/KEY', { allowedHosts: ['erp.example', host] });
    const allowed = await begin(cluster, workflowId);
    await reaches(cluster, allowed, 'success');
    const [asked] = stub.calls.filter(
      ({ idempotencyKey }) => idempotencyKey === `${allowed}:asks:`,
    );
    expect(asked?.headers.authorization).toBe('k3y-of-the-stub');
  }, 120_000);
});

describe('a retry with a long delay', () => {
  it('parks, is shown in the log, and keeps its attempt count after a kill', async () => {
    stub.answer((received, response) => {
      const failing = received.url === '/flaky' && callsTo('/flaky') < 2;
      response.writeHead(failing ? 503 : 200, { 'content-type': 'application/json' }).end('{}');
    });
    const callsTo = (url: string): number => stub.calls.filter((one) => one.url === url).length;
    const retry = { maxRetries: 3, initialDelayMs: 6_000, maxDelayMs: 6_000 };
    const workflowId = await saveAndDeploy(cluster, chainOf([call('flaky', {}, { retry })]));
    const executionId = await begin(cluster, workflowId);
    const paused = await eventually(
      'the retry waits in the log',
      async () => {
        const path = `/api/v1/logs?workspaceId=${cluster.workspaceId}&executionId=${executionId}`;
        const [entry] = (await cluster.api.call('GET', path)).json.data as { status: string }[];
        return entry?.status === 'retrying' ? entry : null;
      },
      patient,
    );
    expect(paused.status).toBe('retrying');
    await cluster.apps.get('runner')?.kill('SIGKILL');
    await cluster.start('runner');
    await reaches(cluster, executionId, 'success');
    const events = await cluster.api.call('GET', `/api/v1/executions/${executionId}/events`);
    expect(events.text).toMatch(/"attempts": ?2/);
  }, 180_000);
});
