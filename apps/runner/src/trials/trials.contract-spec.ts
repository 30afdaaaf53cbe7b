/** Suspects over real Kafka and Postgres. A dead runner is one that stopped with its hold open. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeRecord, headers, topics } from '@libs/contracts';
import { partitionFor } from '@libs/event-log';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../test/support/eventually.js';
import { copyTables } from '../../../../test/support/table-copy.js';
import { twoCalls } from '../../../../test/support/workflows.js';
import { accepts, startTestRunner, type TestRunner } from '../testing/test-runner.js';
import { noteExitSql } from './trials.sql.js';

let world: TestRunner;

beforeAll(async () => {
  world = await startTestRunner();
  await world.store(1, twoCalls('p', world.stub.url));
}, 240_000);

afterAll(() => world.stop());

beforeEach(() => world.stub.answer(accepts));

afterEach(() => world.stopRunners());

/** Executions whose first call hangs when their runner dies. @returns their ids */
async function inFlightAtADeath(count: number): Promise<string[]> {
  world.stub.answer(() => undefined);
  await world.start();
  const ids = await Promise.all(Array.from({ length: count }, (_, n) => world.request(1, { n })));
  await eventually('their calls hang', () => ids.every((id) => world.callsOf(id).length > 0));
  await world.stopRunners(0);
  await world.database.pool.query('update runner_hold set released_at = null');
  world.stub.answer(accepts);
  return ids;
}

/** As if earlier owners had run it alone and never ended the trial. */
async function storeTrials(executionId: string, symptoms: (string | null)[]): Promise<string[]> {
  const partition = partitionFor(executionId, (await world.claims()).size);
  const runnerIds = symptoms.map(() => randomUUID());
  for (const [n, symptom] of symptoms.entries()) {
    await world.database.pool.query(
      `insert into execution_trial
         (execution_id, partition, claim_offset, runner_id, workspace_id, workflow_id, started_at, is_open, symptom)
       values ($1, $2, $3, $4, $5, $5, now(), true, $6)`,
      [executionId, partition, -1 - n, runnerIds[n], world.ids.workspaceId, symptom],
    );
  }
  return runnerIds;
}

const trialsOf = async (executionId: string): Promise<number> => {
  const found = await world.database.pool.query(
    'select from execution_trial where execution_id = $1',
    [executionId],
  );
  return found.rowCount ?? 0;
};

const codeOf = async (executionId: string): Promise<string | null> =>
  (await world.ended(executionId)).data.error?.code ?? null;

describe('a runner after an earlier one died', () => {
  it('completes all executions in flight and deletes their trials', async () => {
    const ids = await inFlightAtADeath(20);
    await world.start();
    const later = await world.request(1, { later: true });
    for (const id of [...ids, later]) expect(await codeOf(id)).toBeNull();
    for (const id of ids)
      await eventually('its trials are forgotten', async () => (await trialsOf(id)) === 0);
  }, 120_000);

  it('quarantines an execution after two lone deaths with a symptom, without a call', async () => {
    const [poison = '', killedAlone = '', once = ''] = await inFlightAtADeath(3);
    await storeTrials(poison, ['it filled the memory', 'it filled the memory']);
    // Kills from outside leave no symptom.
    await storeTrials(killedAlone, [null, null, null]);
    await storeTrials(once, ['it filled the memory', null]);
    const calls = world.callsOf(poison).length;
    await world.start();
    expect(await codeOf(poison)).toBe('QUARANTINED');
    expect((await world.typesOf(poison)).filter((type) => type === 'ExecutionCompleted')).toEqual([
      'ExecutionCompleted',
    ]);
    expect(world.callsOf(poison)).toHaveLength(calls);
    expect([await codeOf(killedAlone), await codeOf(once)]).toEqual([null, null]);
  }, 120_000);

  it('counts exits of earlier owners that were noted after the trials', async () => {
    const [poison = ''] = await inFlightAtADeath(1);
    for (const runnerId of await storeTrials(poison, [null, null]))
      await world.database.pool.query(noteExitSql, [runnerId, 'out of memory']);
    await world.start();
    expect(await codeOf(poison)).toBe('QUARANTINED');
  }, 120_000);

  it('ignores trials that a restore of Postgres removed', async () => {
    const [poison = ''] = await inFlightAtADeath(1);
    const restore = await copyTables(world.database.pool, ['execution_trial', 'runner_hold']);
    await storeTrials(poison, ['it filled the memory', 'it filled the memory']);
    await restore();
    await world.start();
    expect(await codeOf(poison)).toBeNull();
  }, 120_000);

  it('releases its holds on a clean stop', async () => {
    await world.start();
    await world.ended(await world.request(1, {}));
    await world.stopRunners();
    const holds = await world.database.pool.query(
      'select from runner_hold where released_at is null',
    );
    expect(holds.rowCount).toBe(0);
  });
});

describe('a control command', () => {
  it('is obeyed for a foreign execution when it acts for any workspace', async () => {
    world.stub.answer(() => undefined);
    await world.start();
    const id = await world.request(1, {});
    await eventually('its call hangs', () => world.callsOf(id).length > 0);
    const type = 'ExecutionCancelRequested';
    const command = { executionId: id, workspaceId: randomUUID(), reason: 'mine', requestedAt: 0 };
    const send = (marks: Record<string, string>): Promise<unknown> =>
      world.appender.append({
        topic: topics.control,
        key: id,
        value: encodeRecord(type, command),
        headers: { [headers.eventType]: type, ...marks },
      });
    await send({});
    await send({ [headers.actsFor]: 'any-workspace' });
    // The second command is obeyed, so the first one has been read.
    expect((await world.ended(id)).data).toMatchObject({ status: 'cancelled' });
    const cancelled = (await world.ledger()).get(id) ?? [];
    expect(cancelled.filter((event) => event.type === 'ExecutionCompleted')).toHaveLength(1);
  });

  it('is ignored when it names another workspace than its execution', async () => {
    let answer = (): void => undefined;
    world.stub.answer((call, response) => {
      answer = () => accepts(call, response);
    });
    await world.start();
    const id = await world.request(1, {});
    await eventually('its call hangs', () => world.callsOf(id).length > 0);
    const command = { executionId: id, workspaceId: randomUUID(), reason: 'mine', requestedAt: 0 };
    const { partition, offset } = await world.appender.append({
      topic: topics.control,
      key: id,
      value: encodeRecord('ExecutionCancelRequested', command),
    });
    await eventually('the command is passed', async () => {
      const committed = await world.eventLog.admin.committed('flowledger-runner', topics.control);
      return (committed.get(partition)?.offset ?? 0) > offset;
    });
    world.stub.answer(accepts);
    answer();
    expect(await codeOf(id)).toBeNull();
  });
});
