import { describe, expect, it } from '@jest/globals';
import { noClaim } from '@libs/ledger';
import fc from 'fast-check';
import {
  claimRecord,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
  received,
} from '../../../../test/support/ledger-fixtures.js';
import { foldBatch } from '../engine/fold-batch.js';
import { executionsProjection } from '../executions/executions.projection.js';
import {
  type BucketRow,
  bucketExpiresAt,
  bucketsAhead,
  retentionBucketOf,
} from './retention-bucket.js';

const msPerDay = 86_400_000;
const someId = '44444444-4444-4444-8444-444444444444';
const days = fc.integer({ min: 1, max: 9_999 });
const instant = fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) });

describe('the retention bucket of an execution', () => {
  it('expires after the retention of all its executions, at most a quarter later', () => {
    fc.assert(
      fc.property(days, instant, (retentionDays, requestedAt) => {
        const bucket = retentionBucketOf({ retentionDays, requestedAt });
        const keptMs = bucketExpiresAt(bucket) - requestedAt;
        expect(keptMs).toBeGreaterThan(retentionDays * msPerDay);
        expect(keptMs).toBeLessThanOrEqual(
          (retentionDays + Math.ceil(retentionDays / 4)) * msPerDay,
        );
        expect(bucket).toBeLessThan(2 ** 31);
      }),
    );
  });

  it('is unique to its retention period, and 0 for unlimited retention', () => {
    fc.assert(
      fc.property(days, days, instant, instant, (a, b, at, other) => {
        fc.pre(a !== b);
        expect(retentionBucketOf({ retentionDays: a, requestedAt: at })).not.toBe(
          retentionBucketOf({ retentionDays: b, requestedAt: other }),
        );
        expect(retentionBucketOf({ retentionDays: 0, requestedAt: at })).toBe(0);
      }),
    );
  });

  it('is among the buckets created ahead for one more period', () => {
    fc.assert(
      fc.property(days, instant, fc.nat({ max: 1_000 }), (retentionDays, now, permille) => {
        const requestedAt = now + (permille / 1_000) * Math.ceil(retentionDays / 4) * msPerDay;
        expect(bucketsAhead(retentionDays, now)).toContain(
          retentionBucketOf({ retentionDays, requestedAt }),
        );
      }),
    );
  });

  it('is set in every row of a batch with the start, and null in other batches', () => {
    const of = identity('00000000-0000-4000-8000-000000000001', someId);
    const records = [
      claimRecord(0, someId),
      ledgerRecord(0, 0, 'ExecutionStarted', executionStarted(of, { retentionDays: 7 })),
      ledgerRecord(0, 0, 'ExecutionCompleted', executionCompleted(of, 2)),
    ].map((record, offset) => received(record, offset));
    const bucket = retentionBucketOf({
      retentionDays: 7,
      requestedAt: executionStarted(of).requestedAt,
    });
    const bucketsIn = (from: number, claimOffset: number): Set<unknown> => {
      const at = { nextOffset: from, claimOffset };
      const { rows } = foldBatch(executionsProjection, 0, at, records.slice(from));
      return new Set(
        rows
          .flatMap((table) => table.rows as readonly Partial<BucketRow>[])
          .flatMap((row) => (row.retention_bucket === undefined ? [] : [row.retention_bucket])),
      );
    };
    expect([...bucketsIn(0, noClaim)]).toEqual([bucket]);
    expect([...bucketsIn(2, 0)]).toEqual([null]);
  });
});
