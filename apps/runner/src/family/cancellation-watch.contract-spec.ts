/** How a runner learns of cancellations, over a real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, recordCancellation, type Database } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import { CancellationWatch } from './cancellation-watch.js';

const workspaceId = randomUUID();
const { signal } = new AbortController();

let testDatabase: TestDatabase;
let database: Database;
let clock: number;
let watch: CancellationWatch;

beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = await openDatabase({ url: testDatabase.url, poolSize: 4, applicationName: 'test' });
}, 120_000);

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

beforeEach(async () => {
  clock = 0;
  watch = new CancellationWatch(database, pino({ level: 'silent' }), () => clock);
  await watch.poll();
});

const cancel = (executionId: string, workspace = workspaceId): Promise<void> =>
  recordCancellation(database.pool, executionId, workspace);

describe('the cancellation watch', () => {
  it('stops watched descendants at any depth, and no others', async () => {
    const root = randomUUID();
    const stopped: string[] = [];
    const descendants: readonly (readonly [string, string[], string])[] = [
      ['child', [root], workspaceId],
      ['grandchild', [root, randomUUID()], workspaceId],
      ['other family', [randomUUID()], workspaceId],
      ['other workspace', [root], randomUUID()],
    ];
    for (const [name, ancestors, workspace] of descendants)
      watch.watch({ workspaceId: workspace, ancestors, stop: () => stopped.push(name) }, signal);
    await watch.poll();
    expect(stopped).toEqual([]);
    await cancel(root);
    await watch.poll();
    await watch.poll();
    expect(stopped).toEqual(['child', 'grandchild']);
    expect(watch.isStopped({ workspaceId, ancestors: [randomUUID(), root] })).toBe(true);
  });

  it('sees a cancellation that commits after a younger one was read', async () => {
    const [slow, fast] = [randomUUID(), randomUUID()];
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        'insert into execution_cancellation (execution_id, workspace_id, root_id) values ($1, $2, $1)',
        [slow, workspaceId],
      );
      await cancel(fast);
      await watch.poll();
      expect(watch.isStopped({ workspaceId, ancestors: [fast] })).toBe(true);
      expect(watch.isStopped({ workspaceId, ancestors: [slow] })).toBe(false);
      await client.query('commit');
    } finally {
      client.release();
    }
    await watch.poll();
    expect(watch.isStopped({ workspaceId, ancestors: [slow] })).toBe(true);
  });

  it('stops no execution that has ended or lost its partition', async () => {
    const root = randomUUID();
    const stopped: string[] = [];
    const lost = new AbortController();
    const of = (name: string) => ({
      ...{ workspaceId, ancestors: [root] },
      stop: () => stopped.push(name),
    });
    watch.watch(of('ended'), signal)();
    watch.watch(of('lost'), lost.signal);
    lost.abort();
    await cancel(root);
    await watch.poll();
    expect(stopped).toEqual([]);
  });

  it('delays calls while its last poll is too old', async () => {
    expect(watch.mayCall(signal)).toBeNull();
    clock = 5_000;
    let may = false;
    const waiting = watch.mayCall(signal)?.then(() => (may = true));
    expect(waiting).toBeDefined();
    expect(may).toBe(false);
    await watch.poll();
    await waiting;
    expect(watch.mayCall(signal)).toBeNull();
  });
});
