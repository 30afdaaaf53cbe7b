/**
 * The tail with concurrent writers, projectors and pollers: nothing is missed, nothing comes twice.
 */
import { describe, expect, it } from '@jest/globals';
import { topics } from '@libs/contracts';
import type { OutgoingRecord } from '@libs/event-log';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { openTestApi } from '../apps/api/src/testing/open-test-api.js';
import { createTenant, type Tenant } from '../apps/api/src/testing/test-database.js';
import { loadCheckpoint } from '../apps/projector/src/engine/checkpoint.js';
import { foldBatch } from '../apps/projector/src/engine/fold-batch.js';
import { ProjectionWriter } from '../apps/projector/src/engine/projection-writer.js';
import { executionsProjection } from '../apps/projector/src/executions/executions.projection.js';
import { rebuildProjection } from '../apps/projector/src/rebuild/rebuild.js';
import {
  claimRecord,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
  received,
  startOfTime,
} from './support/ledger-fixtures.js';

const partitions = 3;
const clusterId = 'tail-test';
const api = openTestApi({ env: { FLOWLEDGER_LOGS_PER_MINUTE: '1000000' } });
let tenant: Tenant;
/** Appended records by partition; an index is an offset. */
const ledger: OutgoingRecord[][] = [];
/** Executions in the order of their ends, by partition. */
const ended: string[][] = [];

/** One step of the script: an execution starts, or the oldest or newest running one ends. */
interface Step {
  readonly partition: number;
  readonly act: 'start' | 'end-oldest' | 'end-newest';
  /** Few distinct values, so that ends collide; not monotonic, because clocks of runners differ. */
  readonly endedAfterMs: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  partition: fc.integer({ min: 0, max: partitions - 1 }),
  act: fc.constantFrom('start', 'start', 'end-oldest', 'end-newest'),
  endedAfterMs: fc.integer({ min: 0, max: 3 }),
});

function append(running: string[][], { partition, act, endedAfterMs }: Step): void {
  const log = ledger[partition]!;
  if (log.length === 0) log.push(claimRecord(partition, randomUUID()));
  if (act === 'start') {
    const executionId = randomUUID();
    running[partition]!.push(executionId);
    const started = executionStarted(identity(executionId, tenant.workspaceId));
    log.push(ledgerRecord(partition, 0, 'ExecutionStarted', started));
    return;
  }
  const executionId =
    act === 'end-oldest' ? running[partition]!.shift() : running[partition]!.pop();
  if (executionId === undefined) return;
  ended[partition]!.push(executionId);
  const completed = executionCompleted(identity(executionId, tenant.workspaceId), 2, {
    endedAt: startOfTime + endedAfterMs,
  });
  const record = ledgerRecord(partition, 0, 'ExecutionCompleted', completed);
  // The end may be repeated after a takeover.
  log.push(record, ...(endedAfterMs === 0 ? [record] : []));
}

/** Projects up to `atMost` available records, racing other projectors. */
async function project(writer: ProjectionWriter, partition: number, atMost: number): Promise<void> {
  const { pool } = api.database;
  const scope = { projection: 'executions', topic: topics.events, clusterId };
  const log = ledger[partition]!;
  const from = await loadCheckpoint(pool, scope, partition, log.length);
  const records = log
    .slice(from.nextOffset, from.nextOffset + atMost)
    .map((record, index) => received(record, from.nextOffset + index));
  const { next, rows, bytes } = foldBatch(executionsProjection, partition, from, records);
  const move = { partition, expectedOffset: from.nextOffset, ...next };
  await writer.write({ move, rows, bytes });
}

interface Seen {
  readonly ids: string[];
  position: string | undefined;
}

const query = (seen: Seen, over: Readonly<Record<string, string>>): string =>
  new URLSearchParams({
    workspaceId: tenant.workspaceId,
    ...(seen.position !== undefined && { after: seen.position }),
    ...over,
  }).toString();

async function poll(seen: Seen, limit: number): Promise<number> {
  const { status, body } = await api.call<'tailLogs'>(
    'GET',
    `logs/tail?${query(seen, { limit: String(limit) })}`,
    { key: tenant.apiKey },
  );
  expect(status).toBe(200);
  const data = body.data;
  seen.ids.push(...data.map(({ executionId }) => executionId));
  seen.position = body.position;
  return data.length;
}

/**
 * Rebuilds the read models from the current ledger and swaps them in while others project and poll.
 */
async function rebuild(): Promise<void> {
  const ends = (): Promise<ReadonlyMap<number, number>> =>
    Promise.resolve(new Map(ledger.map((log, partition) => [partition, log.length])));
  await rebuildProjection({
    projection: executionsProjection,
    databaseUrl: api.config.DATABASE_URL,
    log: {
      admin: {
        clusterId: () => Promise.resolve(clusterId),
        endOffsets: ends,
        startOffsets: () => Promise.resolve(new Map()),
      },
      readRange: async ({ partition }, from, until, onRecords) =>
        onRecords(
          ledger[partition]!.slice(from, until).map((record, index) =>
            received(record, from + index),
          ),
        ),
    },
  });
}

async function runScript(
  steps: readonly Step[],
  limit: number,
  rebuiltAt: number | null = null,
): Promise<Seen> {
  await api.pool.query('delete from projection_checkpoint');
  tenant = await createTenant(api);
  for (let partition = 0; partition < partitions; partition += 1) {
    ledger[partition] = [];
    ended[partition] = [];
  }
  const running = Array.from({ length: partitions }, (): string[] => []);
  const projectors = Array.from(
    { length: 3 },
    () => new ProjectionWriter(api.pool, 'executions', topics.events),
  );
  const seen: Seen = { ids: [], position: undefined };
  const all = async (atMost: number): Promise<void> => {
    await Promise.all(
      projectors.flatMap((writer, index) =>
        running.map((_, partition) => project(writer, partition, atMost + index)),
      ),
    );
  };
  for (const [index, one] of steps.entries()) {
    append(running, one);
    const rebuilding = index === rebuiltAt ? rebuild() : null;
    if (index % 5 === 0 || rebuilding !== null) await Promise.all([all(2), poll(seen, limit)]);
    await rebuilding;
  }
  while ((await projected()) < ledger.reduce((sum, log) => sum + log.length, 0)) {
    await Promise.all([all(50), poll(seen, limit)]);
  }
  // A full page may be followed by another one; two empty pages in a row cannot happen by chance.
  for (let empty = 0; empty < 2; empty = (await poll(seen, limit)) === 0 ? empty + 1 : 0);
  return seen;
}

async function projected(): Promise<number> {
  const { rows } = await api.pool.query<{ sum: string }>(
    'select coalesce(sum(next_offset), 0) as sum from projection_checkpoint',
  );
  return Number(rows[0]?.sum);
}

describe('GET /logs/tail', () => {
  it('returns every ended execution once and in order despite races and rebuilds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 10, maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        fc.nat({ max: 9 }),
        async (steps, limit, rebuiltAt) => {
          const { ids } = await runScript(steps, limit, rebuiltAt);
          expect([...ids].sort()).toEqual(ended.flat().sort());
          for (const inOrder of ended) {
            const members = new Set(inOrder);
            expect(ids.filter((id) => members.has(id))).toEqual(inOrder);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it('answers a long poll when an execution ends, and a short poll at once', async () => {
    const seen = await runScript([{ partition: 0, act: 'start', endedAfterMs: 0 }], 5);
    expect(seen.ids).toEqual([]);
    const waiting = api.call('GET', `logs/tail?${query(seen, { wait: '30' })}`, {
      key: tenant.apiKey,
    });
    const [started] = ledger[0]!.slice(1);
    const executionId = started!.key!;
    const completed = executionCompleted(identity(executionId, tenant.workspaceId), 2);
    ledger[0]!.push(ledgerRecord(0, 0, 'ExecutionCompleted', completed));
    await project(new ProjectionWriter(api.pool, 'executions', topics.events), 0, 10);
    expect((await waiting).body).toMatchObject({ data: [{ executionId }], limits: {} });
    expect(await poll(seen, 5)).toBe(1);
  });

  it('starts with executions that ended at or after startDate', async () => {
    const steps: Step[] = [0, 1, 2].flatMap((endedAfterMs) => [
      { partition: 1, act: 'start', endedAfterMs: 0 },
      { partition: 1, act: 'end-oldest', endedAfterMs },
    ]);
    await runScript(steps, 5);
    const first = await api.request<'tailLogs'>(
      'GET',
      `/v1/logs/tail?${query({ ids: [], position: undefined }, { startDate: new Date(startOfTime + 1).toISOString() })}`,
      { key: tenant.apiKey },
    );
    expect(first.body.data).toHaveLength(2);
    const rest = await api.request<'tailLogs'>(
      'GET',
      `/v1/logs/tail?${query({ ids: [], position: first.body.position }, {})}`,
      { key: tenant.apiKey },
    );
    expect(rest.body.data).toEqual([]);
  });

  it('rejects an invalid position and one of other filters or another ledger', async () => {
    const seen = await runScript([{ partition: 0, act: 'start', endedAfterMs: 0 }], 5);
    const refusal = async (from: Seen, over: Record<string, string>): Promise<unknown> => {
      const { status, body } = await api.request('GET', `/v1/logs/tail?${query(from, over)}`, {
        key: tenant.apiKey,
      });
      return [status, body.code];
    };
    const refused = [400, 'INVALID_CURSOR'];
    expect(await refusal(seen, { level: 'error' })).toEqual(refused);
    expect(await refusal(seen, { startDate: '2026-01-01T00:00:00Z' })).toEqual(refused);
    expect(await refusal({ ids: [], position: 'e30' }, {})).toEqual(refused);
    await api.pool.query(`update projection_checkpoint set cluster_id = 'another'`);
    expect(
      await refusal({ ...seen, position: seen.position }, { limit: '7', details: 'full' }),
    ).toEqual(refused);
    expect(await refusal({ ids: [], position: undefined }, { wait: '31' })).toEqual([
      400,
      'INVALID_PARAMETER',
    ]);
  });
});
