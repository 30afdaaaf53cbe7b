/** Figures of ended executions: over batches, partitions, repeated records and a rebuild. */
import { describe, expect, it } from '@jest/globals';
import type { ExecutionCompleted } from '@libs/contracts';
import { durationBucketSql, durationOfBucket, expireStats, statsWidths } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import {
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
} from '../../../../test/support/ledger-fixtures.js';
import { openProjectedLedger } from '../../../../test/support/projected-ledger.js';
import { executionsProjection } from './executions.projection.js';

const now = Date.now();
const msPerHour = 3_600_000;
const ledger = openProjectedLedger(executionsProjection);

interface Run extends Partial<ExecutionCompleted> {
  readonly partition?: number;
  /** How often its end is in the ledger. */
  readonly ends?: number;
}

function append(workspaceId: string, { partition = 0, ends = 1, ...over }: Run = {}): void {
  const of = identity(randomUUID(), workspaceId);
  const { deploymentVersion = 3 } = over;
  ledger.append(
    partition,
    ledgerRecord(partition, 0, 'ExecutionStarted', executionStarted(of, { deploymentVersion })),
  );
  const completed = executionCompleted(of, 2, { endedAt: now, ...over });
  for (let n = 0; n < ends; n += 1)
    ledger.append(partition, ledgerRecord(partition, 0, 'ExecutionCompleted', completed));
}

interface Figure {
  readonly minutes: number;
  readonly at: Date;
  readonly partition: number;
  readonly bucket: number;
  readonly outcomes: readonly number[];
  readonly cost: number;
  readonly tokens: number;
}

async function figuresOf(workspaceId: string): Promise<Figure[]> {
  const { rows } = await ledger.database.pool.query<Figure>(
    `select width_minutes as minutes, starts_at as at, ledger_partition as partition, duration_bucket as bucket,
       array[success::int, error::int, cancelled::int] as outcomes, cost::float8 as cost, tokens
     from execution_stats where workspace_id = $1 order by 1, 2, 3, 4`,
    [workspaceId],
  );
  return rows;
}

const startOf = (minutes: number, time = now): Date =>
  new Date(Math.floor(time / 60_000 / minutes) * minutes * 60_000);

describe('figures of executions', () => {
  it.each([1, 2, 3, 100])(
    'count each ended execution once in each width, %s records at a time',
    async (atMost) => {
      const workspaceId = randomUUID();
      append(workspaceId, { ends: 3 });
      append(workspaceId, { status: 'error', ends: 2 });
      append(workspaceId, { status: 'cancelled', totalDurationMs: 1_000 });
      append(workspaceId, { partition: 1 });
      append(workspaceId, { ends: 0 });
      append(workspaceId, { deploymentVersion: -1 });
      append(randomUUID());
      await ledger.projectAll(atMost);
      const figure = { cost: 0.25, tokens: 3 };
      expect(await figuresOf(workspaceId)).toEqual(
        statsWidths.flatMap(({ minutes }) => {
          const at = startOf(minutes);
          return [
            { minutes, at, partition: 0, bucket: 14, outcomes: [1, 1, 0], cost: 0.5, tokens: 6 },
            { minutes, at, partition: 0, bucket: 40, outcomes: [0, 0, 1], ...figure },
            { minutes, at, partition: 1, bucket: 14, outcomes: [1, 0, 0], ...figure },
          ];
        }),
      );
    },
  );

  it('leave out the widths that are not kept for as long', async () => {
    const workspaceId = randomUUID();
    for (const hours of [47, 49, 91 * 24, 401 * 24])
      append(workspaceId, { endedAt: now - hours * msPerHour });
    await ledger.projectAll(100);
    const startsOf = (minutes: number, ...hours: number[]): string[] => [
      ...new Set(hours.map((ago) => startOf(minutes, now - ago * msPerHour).toISOString())),
    ];
    const found = await figuresOf(workspaceId);
    const countedOf = (width: number): string[] =>
      found.filter(({ minutes }) => minutes === width).map(({ at }) => at.toISOString());
    expect(countedOf(1)).toEqual(startsOf(1, 47));
    expect(countedOf(60)).toEqual(startsOf(60, 49, 47));
    expect(countedOf(1_440)).toEqual(startsOf(1_440, 91 * 24, 49, 47));
  });

  it('expire by width', async () => {
    const workspaceId = randomUUID();
    append(workspaceId);
    await ledger.projectAll(100);
    const keptAfter = async (hours: number): Promise<number[]> => {
      await expireStats(ledger.database.pool, now + hours * msPerHour);
      return (await figuresOf(workspaceId)).map(({ minutes }) => minutes);
    };
    expect(await keptAfter(47)).toEqual([1, 60, 1_440]);
    expect(await keptAfter(49)).toEqual([60, 1_440]);
    expect(await keptAfter(92 * 24)).toEqual([1_440]);
    expect(await keptAfter(402 * 24)).toEqual([]);
  });

  it('are equal after a rebuild, whatever the costs', async () => {
    const workspaceId = randomUUID();
    for (let n = 0; n < 60; n += 1) {
      const cost = {
        total: (n + 1) / 7,
        tokens: { prompt: n, completion: 1, total: 0 },
        models: {},
      };
      append(workspaceId, { partition: n % 2, totalDurationMs: n ** 3, cost, ends: 1 + (n % 2) });
    }
    await ledger.projectAll(7);
    const before = await figuresOf(workspaceId);
    await ledger.rebuild();
    expect(await figuresOf(workspaceId)).toEqual(before);
    expect(before.flatMap(({ outcomes }) => outcomes).reduce((a, b) => a + b)).toBe(3 * 60);
  });
});

describe('buckets of durations', () => {
  it('are as wide as their middle says', async () => {
    const durations = [0, ...Array.from({ length: 32 }, (_, n) => [2 ** n, 2 ** n * 1.4]).flat()];
    const { rows } = await ledger.database.pool.query<{ ms: number; bucket: number }>(
      `select ms::float8 as ms, ${durationBucketSql('ms')} as bucket from unnest($1::bigint[]) ms`,
      [durations.map(Math.floor)],
    );
    expect(rows[0]?.bucket).toBe(0);
    for (const { ms, bucket } of rows.slice(1))
      expect([ms, Math.abs(durationOfBucket(bucket) / ms - 1) < 0.0906]).toEqual([ms, true]);
  });
});
