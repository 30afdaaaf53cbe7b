import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { insertLogRow } from '../../testing/log-rows.js';
import { openLogWorkspace } from '../../testing/log-workspace.js';
import type { LedgerPosition } from '../tail/ledger-position.js';
import { logParameters, tailParameters } from '../query/log-parameters.js';
import type { LogSearch } from '../query/log-search.js';
import { chooseRoute, type LogRows, readLogs, readPage } from './read-logs.js';
import { readTail } from '../tail/read-tail.js';

type Query = Readonly<Record<string, string>>;

const count = 60;
const partitions = 3;
const modelsOf = (n: number): readonly string[] =>
  n % 4 === 0 ? [] : n % 9 === 1 ? ['large', 'small'] : n % 19 === 2 ? ['large'] : ['small'];
/** Chats are rare, as are errors among the others; starts come in pairs. */
const logs = Array.from({ length: count }, (_, n) => ({
  executionId: randomUUID(),
  startedAt: Date.UTC(2026, 0, 2) + Math.floor(n / 2) * 1_000,
  trigger: n % 25 === 7 ? 'chat' : 'webhook',
  status: n % 13 === 5 ? 'error' : 'success',
  offset: Math.floor(n / partitions) * 3,
  partition: n % partitions,
  cost: n % 11 === 3 ? 0.5 : 0.1,
  durationMs: 10 + (n % 17),
  workflow: n % 7 === 2 ? 1 : n % 5 === 1 ? 2 : 0,
  models: modelsOf(n),
  output: n % 6 === 4 ? { note: 'left at the door' } : { note: 'signed for' },
}));
const workflowIds = Array.from({ length: 3 }, () => randomUUID());

const api = openLogWorkspace();

beforeAll(async () => {
  const { tenant } = api;
  for (const { offset, partition, workflow, ...log } of logs) {
    const workflowId = String(workflowIds[workflow]);
    await insertLogRow(api, { ...tenant, workflowId }, log);
    await api.pool.query(
      'update execution_log set ledger_partition = $2, ledger_offset = $3 where execution_id = $1',
      [log.executionId, partition, offset],
    );
  }
});

const aQuery: fc.Arbitrary<Query> = fc.record(
  {
    triggers: fc.constantFrom('chat', 'webhook', 'schedule', 'chat,schedule'),
    status: fc.constantFrom('success', 'error', 'cancelled'),
    level: fc.constantFrom('info', 'error'),
    minCost: fc.constantFrom('0', '0.3', '0.9'),
    maxDurationMs: fc.constantFrom('12', '20', '100'),
    model: fc.constantFrom('small', 'large', 'unused'),
    search: fc.constantFrom('at the door', 'nowhere at all'),
    workflowIds: fc.subarray(workflowIds, { minLength: 1 }).map((ids) => ids.join(',')),
  },
  { requiredKeys: [] },
);

const matching = (query: Query) => {
  const { triggers, status, level, minCost = '0', maxDurationMs = '100' } = query;
  return logs.filter(
    (log) =>
      log.cost >= Number(minCost) &&
      log.durationMs <= Number(maxDurationMs) &&
      (query.model === undefined || log.models.includes(query.model)) &&
      (query.search === undefined || log.output.note.includes(query.search)) &&
      (query.workflowIds ?? workflowIds.join()).includes(String(workflowIds[log.workflow])) &&
      (triggers === undefined || triggers.split(',').includes(log.trigger)) &&
      (status === undefined || status === log.status) &&
      (level === undefined || level === (log.status === 'error' ? 'error' : 'info')),
  );
};

interface Bounds {
  readonly walkedRows?: number;
  readonly chosenRows?: number;
  /** How long a page is filled, in milliseconds. */
  readonly fillMs?: number;
}

/** The search of a text too common for a list of its executions. */
const commonSearchOf = ({ search }: Query): LogSearch | null =>
  search === undefined ? null : { patterns: [`%${search}%`], versions: [], executionIds: null };

/** Execution ids, by page. */
async function listed(query: Query, { walkedRows, chosenRows, fillMs }: Bounds = {}) {
  const { pool } = api.database;
  const parameters = logParameters.parse({ workspaceId: api.tenant.workspaceId, ...query });
  const search = commonSearchOf(query);
  const route = await chooseRoute(pool, parameters, search, chosenRows);
  const pages: string[][] = [];
  for (let after: LogRows['next'] = null; ;) {
    const { rows, next }: LogRows =
      fillMs === undefined
        ? await readLogs(pool, parameters, after, search, route, walkedRows)
        : await readPage(pool, parameters, after, search, route, {
            ...(walkedRows !== undefined && { walkedRows }),
            fillMs,
          });
    pages.push(rows.map((row) => row.execution_id));
    if (next === null) return pages;
    after = next;
  }
}

async function tailed(query: Query, walkedRows: number): Promise<string[][]> {
  const { pool } = api.database;
  const parameters = tailParameters.parse({ workspaceId: api.tenant.workspaceId, ...query });
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
      commonSearchOf(query),
      walkedRows,
    );
    pages.push(rows.map((row) => row.execution_id));
    if (!more) return pages;
    from = next;
  }
}

describe('a walk that searches for rare logs', () => {
  it('returns every log of a list once and in order, for any bound on its statements', async () => {
    const limits = fc.integer({ min: 1, max: 12 });
    const bounds = fc.record({
      walkedRows: fc.integer({ min: 1, max: 70 }),
      chosenRows: fc.integer({ min: 0, max: 70 }),
    });
    const orders = fc.constantFrom('asc', 'desc');
    await fc.assert(
      fc.asyncProperty(aQuery, limits, bounds, orders, async (query, limit, bound, order) => {
        const asked = { ...query, order, limit: String(limit) };
        const pages = await listed(asked, bound);
        const expected = await listed({ ...query, order, limit: '1000' });
        expect(pages.flat()).toEqual(expected.flat());
        expect((await listed(asked, { ...bound, fillMs: 100 })).flat()).toEqual(expected.flat());
        expect(new Set(pages.flat())).toEqual(
          new Set(matching(query).map(({ executionId }) => executionId)),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('returns every log of the tail once, in the order of each partition', async () => {
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

  it('stops at the row bound without a match and reports that more rows follow', async () => {
    expect(await listed({ triggers: 'schedule' }, { walkedRows: 25 })).toEqual([[], [], []]);
    expect(await tailed({ triggers: 'schedule' }, 30)).toEqual([[], [], []]);
  });

  it('continues until a page is full or the logs end', async () => {
    const query = { triggers: 'chat', limit: '2' };
    expect(await listed(query, { walkedRows: 5, fillMs: 60_000 })).toEqual([
      [expect.any(String), expect.any(String)],
      [expect.any(String)],
    ]);
  });

  it('runs for filters without a common index unless one of them leaves few rows', async () => {
    const query = { minCost: '0.05', triggers: 'schedule' };
    expect(await listed(query, { walkedRows: 25, chosenRows: count - 1 })).toEqual([[], [], []]);
    expect(await listed(query, { walkedRows: 25, chosenRows: count })).toEqual([[]]);
  });

  it('reads only the logs of the model when the query has one', async () => {
    const walkedRows = matching({ model: 'large' }).length;
    const query = { model: 'large', triggers: 'schedule' };
    expect(await listed(query, { walkedRows })).toEqual([[], []]);
    expect(await listed(query, { walkedRows: walkedRows + 1 })).toEqual([[]]);
    expect(await listed({ ...query, model: 'unused' }, { walkedRows: 1 })).toEqual([[]]);
  });

  it('returns a list of few logs on one page', async () => {
    const { body } = await api.list({ triggers: 'chat', order: 'asc' });
    const chats = logs.filter(({ trigger }) => trigger === 'chat').length;
    expect([body.data.length, body.nextCursor]).toEqual([chats, undefined]);
    expect((await api.list({ triggers: 'schedule' })).body.data).toEqual([]);
  });
});
