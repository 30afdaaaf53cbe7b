/** A runner from the request to the end: what it calls, what it records, and how it is stopped. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.js';
import { engineVersion } from './execution/execution-boundaries.js';
import { accepts, startTestRunner, type TestRunner } from './testing/test-runner.js';
import { sealedBy } from './testing/runner-of.js';
import { echoing, patient, slice } from './testing/test-workflows.js';

let world: TestRunner;

beforeAll(async () => {
  world = await startTestRunner();
  await world.store(1, slice(world.stub.url));
  await world.store(2, patient(world.stub.url));
}, 120_000);

afterAll(() => world.stop(), 60_000);

beforeEach(() => world.stub.answer(accepts));

afterEach(() => world.stopRunners(), 30_000);

describe('a runner', () => {
  it('runs the slice: call, condition, response, and a terminal event that says it all', async () => {
    await world.start();
    const executionId = await world.request(1, { id: 'a/b' });
    const end = await world.ended(executionId);
    expect(end.data).toMatchObject({
      status: 'success',
      level: 'info',
      finalOutput: '{"got":{"accepted":true},"id":"a/b"}',
    });
    expect(end.data.response).toEqual({
      status: 201,
      headers: '[]',
      body: '{"got":{"accepted":true},"id":"a/b"}',
    });
    expect(await world.typesOf(executionId)).toEqual([
      'ExecutionStarted',
      'BlockStarted',
      'BlockCompleted',
      'BlockCompleted',
      'BlockCompleted',
      'ExecutionCompleted',
    ]);
    const start = (await world.ledger()).get(executionId)?.[0];
    expect(start?.data).toMatchObject({ engineVersion });
    const [call] = world.callsOf(executionId);
    expect(call).toMatchObject({
      url: '/orders/a%2Fb?source=hook',
      body: '{"order":{"id":"a/b"}}',
      idempotencyKey: `${executionId}:call:`,
    });
  }, 60_000);

  it('opens what is sealed among the headers, and nothing that only looks so', async () => {
    await world.store(3, echoing);
    await world.start({ concurrency: 1 });
    const sealed = { $encrypted: Buffer.from(`${sealedBy}a-credential`).toString('base64') };
    const looksSealed = { $encrypted: 'AAAA' };
    const body = { field: looksSealed, deep: [sealed] };
    const input = JSON.stringify({ headers: { authorization: sealed, accept: '*' }, body });
    const end = await world.ended(await world.request(3, null, { input }));
    expect(JSON.parse(end.data.finalOutput ?? '')).toEqual({
      headers: { authorization: '***', accept: '*' },
      body,
    });
    // An execution whose secrets can't be opened frees the only runner slot for the next one.
    const broken = JSON.stringify({ headers: { authorization: looksSealed }, body: null });
    const failed = await world.ended(await world.request(3, null, { input: broken }));
    expect(failed.data.error).toMatchObject({ code: 'SECRETS_UNREADABLE' });
    const next = await world.ended(await world.request(3, null, { input }));
    expect(next.data.status).toBe('success');
  }, 60_000);

  it('ends an execution whose workflow version is gone, with its workspace', async () => {
    await world.start({ concurrency: 1 });
    const gone = await world.request(99, { id: 1 });
    expect((await world.ended(gone)).data.error).toMatchObject({ code: 'WORKFLOW_GONE' });
    const next = await world.ended(await world.request(1, { id: 2 }));
    expect(next.data.status).toBe('success');
  }, 60_000);

  it('records every failed try and takes the error edge with status, headers and body', async () => {
    world.stub.answer((_, response) => response.writeHead(503).end('busy'));
    await world.start();
    const executionId = await world.request(1, { id: 1 });
    const end = await world.ended(executionId);
    expect(end.data.response).toMatchObject({
      status: 502,
      body: '{"status":"error","message":"The server answered with status 503"}',
    });
    const events = (await world.ledger()).get(executionId);
    expect(events?.filter(({ type }) => type === 'BlockAttemptFailed')).toHaveLength(2);
    const call = events?.find((event) => event.type === 'BlockCompleted');
    expect(call?.type === 'BlockCompleted' && call.data).toMatchObject({
      blockId: 'call',
      ports: ['error'],
      attempts: 3,
    });
    const keys = world.callsOf(executionId).map((c) => c.idempotencyKey);
    expect(new Set(keys).size).toBe(1);
  }, 60_000);

  it('runs a request that was appended twice once', async () => {
    await world.start();
    const executionId = await world.request(1, { id: 9 });
    await world.request(1, { id: 9 }, { executionId });
    await world.ended(executionId);
    const after = await world.request(1, { id: 10 });
    await world.ended(after);
    const types = await world.typesOf(executionId);
    expect(types.filter((type) => type === 'ExecutionStarted')).toHaveLength(1);
    expect(world.callsOf(executionId)).toHaveLength(1);
  }, 60_000);

  it('cancels a call in flight and ends as cancelled', async () => {
    world.stub.answer(() => undefined);
    await world.start();
    const executionId = await world.request(1, { id: 3 });
    await eventually('the call hangs', () => world.callsOf(executionId).length > 0);
    await world.cancel(executionId, 'enough');
    expect((await world.ended(executionId)).data).toMatchObject({
      status: 'cancelled',
      level: 'info',
      error: { code: 'CANCELLED', message: 'enough' },
    });
    await eventually('the call was aborted', () => world.stub.open === 0);
  }, 60_000);

  it('cancels during the pause before a retry: no further try is made', async () => {
    world.stub.answer((_, response) => response.writeHead(503).end('busy'));
    await world.start();
    const executionId = await world.request(2, {});
    await eventually('a try has failed', async () =>
      (await world.typesOf(executionId)).includes('BlockAttemptFailed'),
    );
    await world.cancel(executionId, 'enough');
    expect((await world.ended(executionId)).data).toMatchObject({ status: 'cancelled' });
    expect(world.callsOf(executionId)).toHaveLength(1);
  }, 60_000);

  it('cancels what a command cancelled while no runner was there: the one that takes it over makes no call', async () => {
    world.stub.answer(() => undefined);
    await world.start();
    const executionId = await world.request(1, { id: 7 });
    await eventually('the call hangs', () => world.callsOf(executionId).length === 1);
    await world.stopRunners(0);
    await world.cancel(executionId, 'enough');
    const unread = await world.request(1, { id: 8 });
    await world.cancel(unread, 'this one, too');
    await world.start({ commandsLateMs: 500 });
    expect((await world.ended(unread)).data).toMatchObject({ status: 'cancelled' });
    expect(world.callsOf(unread)).toHaveLength(0);
    expect((await world.ended(executionId)).data).toMatchObject({ status: 'cancelled' });
    expect(world.callsOf(executionId)).toHaveLength(1);
  }, 60_000);

  it('ends in TIMEOUT what passes its deadline while no runner is there, without a further call', async () => {
    world.stub.answer(() => undefined);
    await world.start();
    let [executionId, deadlineAt] = ['', 0];
    // A machine may be too slow to call within the first deadlines.
    for (let limitMs = 2_000; world.callsOf(executionId || 'none').length === 0; limitMs *= 2) {
      deadlineAt = Date.now() + limitMs;
      const begun = (executionId = await world.request(1, { id: 8 }, { deadlineAt }));
      await eventually('the call hangs, or it is too late', async () => {
        const types = await world.typesOf(begun);
        return world.callsOf(begun).length === 1 || types.includes('ExecutionCompleted');
      });
    }
    await world.stopRunners(0);
    await eventually('the deadline has passed', () => Date.now() > deadlineAt);
    await world.start();
    expect((await world.ended(executionId)).data).toMatchObject({
      status: 'error',
      error: { code: 'TIMEOUT' },
    });
    expect(world.callsOf(executionId)).toHaveLength(1);
  }, 60_000);

  it('ends an execution past its deadline in error TIMEOUT', async () => {
    world.stub.answer(() => undefined);
    await world.start();
    const executionId = await world.request(1, { id: 4 }, { deadlineAt: Date.now() + 200 });
    expect((await world.ended(executionId)).data).toMatchObject({
      status: 'error',
      level: 'error',
      error: { code: 'TIMEOUT' },
    });
  }, 60_000);

  it('does not run a request again that comes long after its id was reserved, when it has run meanwhile', async () => {
    // There is no projector here: the test writes the read model.
    await world.storeProgress();
    await world.start();
    const ran = await world.request(1, { id: 'ran' }, {}, Date.now());
    await world.ended(ran);
    // The next owner does not remember it.
    await world.stopRunners();
    await world.start();
    await world.storeEnded(ran);
    await world.request(1, { id: 'ran' }, { executionId: ran }, Date.now() - 20_000);
    const fresh = await world.request(1, { id: 'fresh' }, {}, Date.now() - 20_000);
    await world.ended(fresh);
    await eventually('all requests are done with', () => world.isDoneWithRequests());
    expect([world.callsOf(ran), world.callsOf(fresh)]).toMatchObject([[{}], [{}]]);
  }, 90_000);
});
