import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { insertLogRow } from '../testing/log-rows.js';
import { type LogWorkspace, openLogWorkspace } from '../testing/log-workspace.js';
import type { LedgerPosition } from './ledger-position.js';
import type { LogKey } from './log-cursor.js';
import { logParameters, tailParameters } from './log-parameters.js';
import { readLogs } from './read-logs.js';
import { readTail } from './read-tail.js';

type Query = Readonly<Record<string, string>>;

const count = 60;
const partitions = 3;
/** Chats are rare, and errors among the others; two begin at a time. */
const logs = Array.from({ length: count }, (_, n) => ({
  executionId: randomUUID(),
  startedAt: Date.UTC(2026, 0, 2) + Math.floor(n / 2) * 1_000,
  trigger: n % 25 === 7 ? 'chat' : 'webhook',
  status: n % 13 === 5 ? 'error' : 'success',
  offset: Math.floor(n / partitions) * 3,
  partition: n % partitions,
}));

let world: LogWorkspace;

beforeAll(async () => {
  world = await openLogWorkspace();
  const { base, tenant, workflowId } = world;
  for (const { offset, partition, ...log } of logs) {
    await insertLogRow(base.database, { ...tenant, workflowId }, log);
    await base.database.pool.query(
      'update execution_log set ledger_partition = $2, ledger_offset = $3 where execution_id = $1',
      [log.executionId, partition, offset],
    );
  }
});
afterAll(() => world.close());

const aQuery: fc.Arbitrary<Query> = fc.record(
  {
    triggers: fc.constantFrom('chat', 'webhook', 'schedule', 'chat,schedule'),
    status: fc.constantFrom('success', 'error', 'cancelled'),
    level: fc.constantFrom('info', 'error'),
  },
  { requiredKeys: [] },
);

const matching = ({ triggers, status, level }: Query) =>
  logs.filter(
    (log) =>
      (triggers === undefined || triggers.split(',').includes(log.trigger)) &&
      (status === undefined || status === log.status) &&
      (level === undefined || level === (log.status === 'error' ? 'error' : 'info')),
  );

/** Ids by page. */
async function listed(query: Query, walkedRows: number): Promise<string[][]> {
  const { pool } = world.base.database;
  const parameters = logParameters.parse({ workspaceId: world.tenant.workspaceId, ...query });
  const pages: string[][] = [];
  for (let after: LogKey | null = null; ;) {
    const { rows, next } = await readLogs(pool, parameters, after, null, walkedRows);
    pages.push(rows.map((row) => row.execution_id));
    if (next === null) return pages;
    after = { ...next, window: null };
  }
}

async function tailed(query: Query, walkedRows: number): Promise<string[][]> {
  const { pool } = world.base.database;
  const parameters = tailParameters.parse({ workspaceId: world.tenant.workspaceId, ...query });
  const ends = Array.from(
    { length: partitions },
    (_, partition) => [partition, count * 3] as const,
  );
  const ledger = { clusterId: 'c', offsets: new Map(ends) };
  const pages: string[][] = [];
  let from: LedgerPosition = { clusterId: '', endedSince: null, offsets: new Map() };
  for (;;) {
    const { rows, next, more } = await readTail(
      pool,
      parameters,
      { from, ledger },
      null,
      walkedRows,
    );
    pages.push(rows.map((row) => row.execution_id));
    if (!more) return pages;
    from = next;
  }
}

describe('a walk that looks for what is rare', () => {
  it('gives every log of a list once and in order, however short its statements go', async () => {
    const limits = fc.integer({ min: 1, max: 12 });
    const walks = fc.integer({ min: 1, max: 70 });
    const orders = fc.constantFrom('asc', 'desc');
    await fc.assert(
      fc.asyncProperty(aQuery, limits, walks, orders, async (query, limit, walked, order) => {
        const pages = await listed({ ...query, order, limit: String(limit) }, walked);
        const expected = await listed({ ...query, order, limit: '1000' }, 10 * count);
        expect(pages.flat()).toEqual(expected.flat());
        expect(new Set(pages.flat())).toEqual(
          new Set(matching(query).map(({ executionId }) => executionId)),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('gives every log of the tail once, each partition in its order', async () => {
    const limits = fc.integer({ min: 1, max: 12 });
    const walks = fc.integer({ min: 1, max: 70 });
    const partitionOf = new Map<string, number>(
      logs.map((log) => [log.executionId, log.partition]),
    );
    const byPartition = (ids: readonly string[]) =>
      Array.from({ length: partitions }, (_, partition) =>
        ids.filter((id) => partitionOf.get(id) === partition),
      );
    await fc.assert(
      fc.asyncProperty(aQuery, limits, walks, async (query, limit, walked) => {
        const pages = await tailed({ ...query, limit: String(limit) }, walked);
        expect(byPartition(pages.flat())).toEqual(
          byPartition(matching(query).map(({ executionId }) => executionId)),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('stops after so many rows with nothing found, and says that there is more', async () => {
    expect(await listed({ triggers: 'schedule' }, 25)).toEqual([[], [], []]);
    expect(await tailed({ triggers: 'schedule' }, 30)).toEqual([[], [], []]);
  });

  it('is not seen by who asks for a list, a tail or an export of few logs', async () => {
    const { body } = await world.list({ triggers: 'chat', order: 'asc' });
    const chats = logs.filter(({ trigger }) => trigger === 'chat').length;
    expect([body.data.length, body.nextCursor]).toEqual([chats, undefined]);
    expect((await world.list({ triggers: 'schedule' })).body.data).toEqual([]);
  });
});
