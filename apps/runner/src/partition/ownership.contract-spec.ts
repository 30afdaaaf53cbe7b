/** Takeover, commits, and the hand-over to a newer owner. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { topics } from '@libs/contracts';
import { partitionFor } from '@libs/event-log';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../test/support/eventually.js';
import { twoCalls } from '../../../../test/support/workflows.js';
import { accepts, startTestRunner, type TestRunner } from '../testing/test-runner.js';
import { slice } from '../testing/test-workflows.js';

let world: TestRunner;

beforeAll(async () => {
  world = await startTestRunner();
  await world.store(1, slice(world.stub.url));
  await world.store(2, twoCalls('p', world.stub.url));
}, 120_000);

afterAll(() => world.stop());

beforeEach(() => world.stub.answer(accepts));

afterEach(() => world.stopRunners());

describe('a runner that owns partitions', () => {
  it('takes over from a runner that is gone and repeats only unrecorded calls', async () => {
    world.stub.answer((call, response) => {
      if (call.url === '/one')
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"n":1}');
    });
    await world.start();
    const executionIds = await Promise.all([1, 2, 3, 4, 5].map((n) => world.request(2, { n })));
    const callsTo = (url: string): string[] =>
      world.stub.calls.filter((call) => call.url === url).map((call) => call.idempotencyKey);
    await eventually('all second calls hang', () =>
      executionIds.every((id) => callsTo('/two').includes(`${id}:two:`)),
    );
    await world.stopRunners(0);
    world.stub.answer(accepts);
    await world.start();
    for (const executionId of executionIds) {
      expect((await world.ended(executionId)).data).toMatchObject({ status: 'success' });
      expect(callsTo('/one').filter((key) => key === `${executionId}:one:`)).toHaveLength(1);
      expect(callsTo('/two').filter((key) => key === `${executionId}:two:`)).toHaveLength(2);
      const types = await world.typesOf(executionId);
      expect(types.filter((type) => type === 'ExecutionCompleted')).toHaveLength(1);
      expect(types.filter((type) => type === 'ExecutionStarted')).toHaveLength(1);
    }
  });

  it('repeats only the calls of moved partitions when a second runner joins', async () => {
    world.stub.answer(() => undefined);
    await world.start();
    const executionIds = await Promise.all(
      Array.from({ length: 12 }, (_, n) => world.request(1, { id: n })),
    );
    await eventually('all calls hang', () => world.stub.open === executionIds.length);
    const before = await world.claims();
    await world.start();
    const moved = await eventually('it has taken partitions over', async () => {
      const now = await world.claims();
      const claimed = [...now].flatMap(([partition, count]) =>
        count > (before.get(partition) ?? 0) ? partition : [],
      );
      return claimed.length > 0 ? claimed : null;
    });
    const isMoved = (executionId: string): boolean =>
      moved.includes(partitionFor(executionId, before.size));
    await eventually('their calls are made again', () =>
      executionIds.every((id) => !isMoved(id) || world.callsOf(id).length === 2),
    );
    expect(moved.length).toBeLessThan(before.size);
    for (const executionId of executionIds)
      expect(world.callsOf(executionId)).toHaveLength(isMoved(executionId) ? 2 : 1);
    for (const executionId of executionIds) await world.cancel(executionId, 'enough');
    for (const executionId of executionIds) await world.ended(executionId);
  });

  it('claims partitions again after a late claim of a former owner', async () => {
    await world.start();
    await world.ended(await world.request(1, { id: 'before' }));
    for (const partition of (await world.claims()).keys()) await world.claimLate(partition);
    const after = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => world.request(1, { id })));
    for (const executionId of after)
      expect((await world.ended(executionId)).data).toMatchObject({ status: 'success' });
  });

  it('finishes executions in flight and starts no other when it stops', async () => {
    let answer = (): void => undefined;
    world.stub.answer((call, response) => {
      answer = () => accepts(call, response);
    });
    await world.start();
    const executionId = await world.request(1, { id: 'leaving' });
    await eventually('the call hangs', () => world.callsOf(executionId).length === 1);
    const left = world.stopRunners(60_000);
    const refused = await world.request(1, { id: 'too late' });
    answer();
    await left;
    expect((await world.typesOf(executionId)).at(-1)).toBe('ExecutionCompleted');
    expect(await world.typesOf(refused)).toEqual([]);
    world.stub.answer(accepts);
    await world.start();
    await world.ended(refused);
    expect(world.callsOf(executionId)).toHaveLength(1);
  });

  it('commits the watermark past executions that have ended', async () => {
    await world.start();
    const executionId = await world.request(1, { id: 6 });
    await world.ended(executionId);
    await world.stopRunners();
    const committed = await world.eventLog.admin.committed('flowledger-runner', topics.requests);
    const ends = await world.eventLog.admin.endOffsets(topics.requests);
    for (const [partition, { offset, metadata }] of committed) {
      expect(offset).toBe(ends.get(partition));
      expect(JSON.parse(metadata)).toMatchObject({ v: 1 });
    }
  });

  it('copies an undecodable request to the poison topic and continues', async () => {
    await world.start();
    const garbage = Buffer.from('not avro');
    const key = randomUUID();
    await world.appender.append({ topic: topics.requests, key, value: garbage });
    const executionId = await world.request(1, { id: 5 }, {});
    await world.ended(executionId);
    const found = await eventually('the poison record', () => world.poisonOf(key));
    expect(found.value).toEqual(garbage);
  });

  it('holds a request of a newer release and runs the others', async () => {
    await world.start();
    const key = randomUUID();
    const [schemaId, body] = [Buffer.from([0, 0, 0, 0x7f, 0xff]), Buffer.from('new')];
    const value = Buffer.concat([schemaId, body]);
    const newer = await world.appender.append({ topic: topics.requests, key, value });
    const more = Array.from({ length: 12 }, () => world.request(1, { id: 5 }));
    for (const executionId of await Promise.all(more)) await world.ended(executionId);
    const watermark = (): Promise<number | undefined> => world.watermarkOf(newer.partition);
    await eventually('the offset is reached', async () => (await watermark()) === newer.offset);
    await world.stopRunners();
    expect(await watermark()).toBe(newer.offset);
    expect(await world.poisonOf(key)).toBeNull();
  });

  it('holds executions of a newer workflow without using runner slots', async () => {
    const unknown = { id: 'new', type: 'block-of-the-future', name: 'New', config: {} };
    const known = { ...slice(world.stub.url), variables: {} };
    await world.store(3, { ...known, blocks: [...known.blocks, unknown] }, 'unchecked');
    const concurrency = 2;
    await world.start({ concurrency });
    const requested = await Promise.all(
      Array.from({ length: concurrency + 3 }, () => world.request(3, {})),
    );
    for (let n = 0; n < 6; n += 1) await world.ended(await world.request(1, { id: 5 }));
    await world.stopRunners();
    for (const executionId of requested) expect(await world.typesOf(executionId)).toEqual([]);
    // As if a runner that knows the block came.
    await world.database.pool.query(
      'update workflow_version set definition = $1 where version = 3',
      [known],
    );
    await world.start({ concurrency });
    for (const executionId of requested) await world.ended(executionId);
  });
});
