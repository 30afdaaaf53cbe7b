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

afterAll(() => world.stop());

beforeEach(() => world.stub.answer(accepts));

afterEach(() => world.stopRunners());

describe('a runner', () => {
  it('runs a call, a condition and a response and records a complete end', async () => {
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
  });

  it('decrypts sealed headers, and leaves sealed values in the body', async () => {
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
  });

  it('ends an execution with WORKFLOW_GONE when its version does not exist', async () => {
    await world.start({ concurrency: 1 });
    const gone = await world.request(99, { id: 1 });
    expect((await world.ended(gone)).data.error).toMatchObject({ code: 'WORKFLOW_GONE' });
    const next = await world.ended(await world.request(1, { id: 2 }));
    expect(next.data.status).toBe('success');
  });

  it('records each failed attempt and follows the error edge', async () => {
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
  });

  it('runs a duplicate request once', async () => {
    await world.start();
    const executionId = await world.request(1, { id: 9 });
    await world.request(1, { id: 9 }, { executionId });
    await world.ended(executionId);
    const after = await world.request(1, { id: 10 });
    await world.ended(after);
    const types = await world.typesOf(executionId);
    expect(types.filter((type) => type === 'ExecutionStarted')).toHaveLength(1);
    expect(world.callsOf(executionId)).toHaveLength(1);
  });

  it('cancels an execution and aborts its call in flight', async () => {
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
  });

  it('makes no further attempt after a cancellation between retries', async () => {
    world.stub.answer((_, response) => response.writeHead(503).end('busy'));
    await world.start();
    const executionId = await world.request(2, {});
    await eventually('a try has failed', async () =>
      (await world.typesOf(executionId)).includes('BlockAttemptFailed'),
    );
    await world.cancel(executionId, 'enough');
    expect((await world.ended(executionId)).data).toMatchObject({ status: 'cancelled' });
    expect(world.callsOf(executionId)).toHaveLength(1);
  });

  it('applies a cancellation that arrived while no runner ran, without a call', async () => {
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
  });

  it('ends an execution with TIMEOUT when its deadline passed while no runner ran', async () => {
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
  });

  it('ends an execution with TIMEOUT at its deadline', async () => {
    world.stub.answer(() => undefined);
    await world.start();
    const executionId = await world.request(1, { id: 4 }, { deadlineAt: Date.now() + 200 });
    expect((await world.ended(executionId)).data).toMatchObject({
      status: 'error',
      level: 'error',
      error: { code: 'TIMEOUT' },
    });
  });

  it('does not run a late request again when its execution has ended', async () => {
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
  });
});
