/** Concurrency limits as one runner keeps them. For several runners: test/limits.e2e-spec.ts. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { partitionFor } from '@libs/event-log';
import { eventually } from '../../../../test/support/eventually.js';
import { twoCalls } from '../../../../test/support/workflows.js';
import { accepts, startTestRunner, type TestRunner } from '../testing/test-runner.js';

let world: TestRunner;

beforeAll(async () => {
  world = await startTestRunner();
  await world.store(3, { ...twoCalls('p', world.stub.url), concurrency: { limit: 1 } });
  await world.store(4, {
    ...twoCalls('p', world.stub.url),
    concurrency: { limit: 1, whenFull: 'skip' },
  });
}, 120_000);

afterAll(() => world.stop());

beforeEach(async () => {
  world.stub.answer(accepts);
  // There is no projector here: a waiting execution never resumes and keeps its row.
  await world.database.pool.query('truncate execution_turn');
});

afterEach(() => world.stopRunners());

describe('the concurrency limit of a workflow', () => {
  it('parks a second execution and grants its slot when the first ends', async () => {
    const unanswered: (() => void)[] = [];
    world.stub.answer((_, response) =>
      unanswered.push(() =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"n":1}'),
      ),
    );
    await world.start();
    const executionId = await world.request(3, { n: 1 });
    await eventually('the first one calls', () => unanswered.length === 1);
    const next = await world.request(3, { n: 2 });
    await eventually('the second one is paused', async () =>
      (await world.typesOf(next)).includes('ExecutionParked'),
    );
    expect(await world.typesOf(next)).toEqual(['ExecutionStarted', 'ExecutionParked']);
    world.stub.answer(accepts);
    unanswered.shift()?.();
    await world.ended(executionId);
    const slot = await eventually('the second one gets a slot', async () => {
      const { rows } = await world.database.pool.query<{ execution_id: string; granted: boolean }>(
        'select execution_id, granted_at is not null as granted from execution_turn',
      );
      return rows.length === 1 && rows[0]?.granted === true ? rows[0] : null;
    });
    expect(slot.execution_id).toBe(next);
  });

  it('keeps the slot of an execution whose end is void until it ends again', async () => {
    const atTwo: (() => void)[] = [];
    world.stub.answer((call, response) => {
      if (call.url === '/two') atTwo.push(() => accepts(call, response));
      else accepts(call, response);
    });
    const granted = async (): Promise<string[]> => {
      const { rows } = await world.database.pool.query<{ execution_id: string }>(
        'select execution_id from execution_turn where granted_at is not null',
      );
      return rows.map(({ execution_id }) => execution_id);
    };
    await world.start();
    const first = await world.request(3, { n: 1 });
    await eventually('its second call hangs', () => atTwo.length === 1);
    const next = await world.request(3, { n: 2 });
    await eventually('the next one is paused', async () =>
      (await world.typesOf(next)).includes('ExecutionParked'),
    );
    // Its end is written after this claim, before the runner has read the claim.
    await world.claimLate(partitionFor(first, (await world.claims()).size));
    atTwo[0]!();
    await eventually('it runs again', () => atTwo.length === 2);
    expect(await granted()).toEqual([first]);
    atTwo[1]!();
    await world.ended(first);
    await eventually('the next one has the slot', async () => (await granted())[0] === next);
  });

  it('ends a further execution as SKIPPED when "whenFull" is "skip"', async () => {
    world.stub.answer(() => undefined);
    await world.start();
    await world.request(4, { n: 1 });
    await eventually('the first one calls', () => world.stub.open === 1);
    const skipped = await world.request(4, { n: 2 });
    expect((await world.ended(skipped)).data).toMatchObject({
      status: 'cancelled',
      level: 'info',
      error: { code: 'SKIPPED' },
      finalOutput: null,
    });
    expect(await world.typesOf(skipped)).toEqual(['ExecutionStarted', 'ExecutionCompleted']);
    const { rows } = await world.database.pool.query(
      'select from execution_turn where execution_id = $1',
      [skipped],
    );
    expect(rows).toHaveLength(0);
  });
});
