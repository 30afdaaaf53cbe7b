/** Families over a real database: counting, admitting and stopping descendants. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  openDatabase,
  rateWindowEndOf,
  rateWindowKey,
  recordCancellation,
  type Database,
} from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import type { TestDatabase } from '../../../../test/support/stack.js';
import { copyTables } from '../../../../test/support/table-copy.js';
import { FamilyTable, type DescendantArrival, type RequestOutcome } from './family-table.js';

const logger = pino({ level: 'silent' });
const now = Date.now();
const endsAt = rateWindowEndOf(now);
const [workspaceId, accountId] = [randomUUID(), randomUUID()];

let testDatabase: TestDatabase;
let database: Database;
let asyncLimit: number | null;
let tables: FamilyTable[];

beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = await openDatabase({ url: testDatabase.url, poolSize: 6, applicationName: 'test' });
}, 120_000);

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

beforeEach(async () => {
  asyncLimit = null;
  const accounts = { limitOf: () => Promise.resolve(asyncLimit) };
  tables = [0, 1].map(() => new FamilyTable({ database, accounts, logger, now: () => now }));
  await database.pool.query(
    'truncate execution_family, execution_descendant, execution_cancellation, descendant_line, rate_limit',
  );
});

const table = (): FamilyTable => tables[0]!;

const request = (
  parentId: string,
  executionId: string = randomUUID(),
  more: { limit?: number; grandparentId?: string; workspaceId?: string } = {},
): Promise<RequestOutcome> =>
  table().request({
    ...{ executionId, parentId, workspaceId, grandparentId: null, limit: 1_000 },
    ...more,
  });

const arrivalOf = (
  executionId: string,
  parentId: string,
  more: Partial<DescendantArrival> = {},
): DescendantArrival => ({
  ...{ executionId, parentId, workspaceId, accountId, hasBegun: false },
  ...more,
});

const sizeOf = async (rootId: string): Promise<number | undefined> => {
  const { rows } = await database.pool.query<{ descendants: number }>(
    'select descendants from execution_family where root_id = $1',
    [rootId],
  );
  return rows[0]?.descendants;
};

describe('a family', () => {
  it('counts each descendant once, at any depth, despite repeated requests', async () => {
    const [root, child, grandchild] = [randomUUID(), randomUUID(), randomUUID()];
    expect(await request(root, child)).toBe('counted');
    expect(await request(root, child)).toBe('known');
    expect(await request(child, grandchild, { grandparentId: root })).toBe('counted');
    expect(await sizeOf(root)).toBe(2);
    const { ancestors } = await table().admit(arrivalOf(grandchild, child));
    expect(ancestors).toEqual([root, child]);
  });

  it('stays within its limit when several runners request descendants', async () => {
    const root = randomUUID();
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        tables[n % 2]!.request({
          ...{ executionId: randomUUID(), parentId: root, grandparentId: null, workspaceId },
          limit: 25,
        }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(25);
    expect(outcomes.filter((outcome) => outcome === 'too_large')).toHaveLength(35);
    expect(await sizeOf(root)).toBe(25);
    const { rowCount } = await database.pool.query('select from execution_descendant');
    expect(rowCount).toBe(25);
  });

  it('accepts a known descendant again when it is full', async () => {
    const [root, child] = [randomUUID(), randomUUID()];
    expect(await request(root, child, { limit: 1 })).toBe('counted');
    expect(await request(root, child, { limit: 1 })).toBe('known');
    expect(await request(root, randomUUID(), { limit: 1 })).toBe('too_large');
    expect(await request(randomUUID(), randomUUID(), { limit: 0 })).toBe('too_large');
  });

  it('keeps ancestors of a parent that the previous release requested', async () => {
    const [grandparent, parent, child] = [randomUUID(), randomUUID(), randomUUID()];
    await request(parent, child, { grandparentId: grandparent });
    expect((await table().admit(arrivalOf(child, parent))).ancestors).toEqual([
      grandparent,
      parent,
    ]);
    const orphan = randomUUID();
    expect((await table().admit(arrivalOf(orphan, child))).ancestors).toEqual([
      grandparent,
      parent,
      child,
    ]);
  });
});

describe('a family after a restore of an older Postgres', () => {
  const tables = ['execution_family', 'execution_descendant', 'execution_cancellation'];

  it('counts lost children again on request and admits others up to the limit', async () => {
    const root = randomUUID();
    const [before, since, further] = [randomUUID(), randomUUID(), randomUUID()];
    await request(root, before, { limit: 2 });
    const restore = await copyTables(database.pool, tables);
    expect(await request(root, since, { limit: 2 })).toBe('counted');
    expect(await request(root, further, { limit: 2 })).toBe('too_large');
    await restore();
    expect(await request(root, since, { limit: 2 })).toBe('counted');
    await restore();
    expect(await request(root, further, { limit: 2 })).toBe('counted');
  });

  it('admits a child whose cancellation was lost', async () => {
    const [root, child] = [randomUUID(), randomUUID()];
    await request(root, child);
    const restore = await copyTables(database.pool, tables);
    await recordCancellation(database.pool, root, workspaceId);
    expect((await table().admit(arrivalOf(child, root))).outcome).toBe('cancelled');
    await restore();
    expect((await table().admit(arrivalOf(child, root))).outcome).toBe('admitted');
  });
});

describe('a cancelled or failed execution', () => {
  it('requests and starts no descendant at any depth', async () => {
    const [root, child, grandchild] = [randomUUID(), randomUUID(), randomUUID()];
    await request(root, child);
    await request(child, grandchild, { grandparentId: root });
    await recordCancellation(database.pool, root, workspaceId);
    expect(await request(root)).toBe('cancelled');
    expect(await request(grandchild, randomUUID(), { grandparentId: child })).toBe('cancelled');
    expect((await table().admit(arrivalOf(grandchild, child))).outcome).toBe('cancelled');
    expect(await request(randomUUID())).toBe('counted');
  });

  it('ignores a cancellation that names another workspace', async () => {
    const [root, child] = [randomUUID(), randomUUID()];
    await request(root, child);
    await recordCancellation(database.pool, root, randomUUID());
    expect(await request(root)).toBe('counted');
    expect((await table().admit(arrivalOf(child, root))).outcome).toBe('admitted');
    await recordCancellation(database.pool, root, workspaceId);
    expect(await request(root)).toBe('cancelled');
  });

  it('consumes no rate-limit token for a cancelled child', async () => {
    asyncLimit = 5;
    const [root, child] = [randomUUID(), randomUUID()];
    await request(root, child);
    await recordCancellation(database.pool, root, workspaceId);
    await table().admit(arrivalOf(child, root));
    expect((await database.pool.query('select from rate_limit')).rowCount).toBe(0);
  });

  it('blocks its children and adds no row for those never requested', async () => {
    const [root, child] = [randomUUID(), randomUUID()];
    await table().stop(root, workspaceId, null, [child]);
    expect((await database.pool.query('select from execution_descendant')).rowCount).toBe(0);
    expect((await table().admit(arrivalOf(child, root))).outcome).toBe('cancelled');
  });
});

describe('the asynchronous rate limit of an account', () => {
  const windowPoints = async (): Promise<number | undefined> => {
    const { rows } = await database.pool.query<{ points: number }>(
      'select points from rate_limit where key = $1',
      [rateWindowKey('async', accountId, endsAt)],
    );
    return rows[0]?.points;
  };
  const children = (count: number): DescendantArrival[] =>
    Array.from({ length: count }, () => arrivalOf(randomUUID(), randomUUID()));

  it('gives each child one of the tokens that the API left', async () => {
    asyncLimit = 20;
    await database.pool.query('insert into rate_limit (key, points, expire) values ($1, 8, $2)', [
      rateWindowKey('async', accountId, endsAt),
      endsAt,
    ]);
    const arrivals = children(30);
    const ask = (): Promise<{ outcome: string }[]> =>
      Promise.all(arrivals.map((arrival, n) => tables[n % 2]!.admit(arrival)));
    const granted = (answers: { outcome: string }[]): number =>
      answers.filter(({ outcome }) => outcome === 'admitted').length;
    expect(granted(await ask())).toBe(12);
    expect(granted(await ask())).toBe(12);
    expect(await windowPoints()).toBe(20);
  });

  it('schedules children without a token at the limit per minute', async () => {
    asyncLimit = 60;
    const answers = await Promise.all(children(180).map((arrival) => table().admit(arrival)));
    const due = answers.flatMap(({ dueAt }) => dueAt ?? []).sort((one, other) => one - other);
    expect(due).toHaveLength(120);
    expect(due[0]).toBeGreaterThan(endsAt);
    for (let minute = 0; minute < 2; minute += 1) {
      const [from, to] = [endsAt + minute * 60_000, endsAt + (minute + 1) * 60_000];
      expect(due.filter((at) => at > from && at <= to)).toHaveLength(60);
    }
  });

  it('admits running executions at a limit of zero, and all without a limit', async () => {
    asyncLimit = 0;
    const before = arrivalOf(randomUUID(), randomUUID(), { hasBegun: true });
    expect((await table().admit(before)).outcome).toBe('admitted');
    expect((await table().admit(arrivalOf(randomUUID(), randomUUID()))).outcome).toBe('waits');
    asyncLimit = null;
    expect((await table().admit(arrivalOf(randomUUID(), randomUUID()))).outcome).toBe('admitted');
  });
});
