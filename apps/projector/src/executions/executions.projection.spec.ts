import { describe, expect, it } from '@jest/globals';
import type { ReceivedRecord } from '@libs/event-log';
import { noClaim } from '@libs/ledger';
import fc from 'fast-check';
import {
  blockCompleted,
  claimRecord,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
  received,
} from '../../../../test/support/ledger-fixtures.js';
import { foldBatch } from '../engine/fold-batch.js';
import type { Row } from '../engine/table-write.js';
import { blockRowOf, mergeBlockRows, type BlockRow } from './block-execution.projection.js';
import { detailRowOf, mergeDetailRows, type DetailRow } from './execution-detail.projection.js';
import { logRowOf, mergeLogRows, type LogRow } from './execution-log.projection.js';
import type { BucketRow } from '../retention/retention-bucket.js';
import { executionsProjection } from './executions.projection.js';
import { mergeSizeRows, type SizeRow } from './stored-bytes.projection.js';

const workspaceId = '33333333-3333-4333-8333-333333333333';
const writerId = '44444444-4444-4444-8444-444444444444';
const ids = [0, 1, 2].map((n) => `0000000${n}-0000-4000-8000-000000000000`);
const uuid = (n: number): string => ids[n % ids.length] ?? '';

type Tables = Record<string, readonly Row[]>;

function project(records: readonly ReceivedRecord[], claimOffset = noClaim): Tables {
  const folded = foldBatch(executionsProjection, 0, { nextOffset: 0, claimOffset }, records);
  return Object.fromEntries(
    folded.rows.map(({ table, rows }) => [table.source, rows.map(withoutBucket)]),
  );
}

/** Depends on whether the start is in the same batch: see retention-bucket.spec.ts. */
function withoutBucket(row: Row): Row {
  const { retention_bucket: _, ...rest } = row as BucketRow;
  return rest;
}

/** One execution's events in order, under one claim. */
const history = (n: number, claim: number, cost = 0.25) => {
  const of = identity(uuid(n), workspaceId);
  const { executionId } = of;
  return [
    ledgerRecord(0, claim, 'ExecutionStarted', executionStarted(of)),
    ledgerRecord(0, claim, 'BlockStarted', {
      executionId,
      sequence: 2,
      occurredAt: 5,
      blockId: 'call',
      blockName: 'API',
      blockType: 'api',
      iteration: '',
      input: '{"url":"x"}',
    }),
    ledgerRecord(0, claim, 'BlockCompleted', blockCompleted(executionId, 3, 'call')),
    ledgerRecord(0, claim, 'BlockCompleted', blockCompleted(executionId, 4, 'check')),
    ledgerRecord(
      0,
      claim,
      'ExecutionCompleted',
      executionCompleted(of, 5, {
        cost: { total: cost, tokens: { prompt: 0, completion: 0, total: 0 }, models: {} },
      }),
    ),
  ];
};

const atOffsets = (records: ReturnType<typeof history>): ReceivedRecord[] =>
  records.map((record, offset) => received(record, offset));

/** A repeated event has another offset but the same content. */
const withoutPosition = (tables: Tables): unknown =>
  JSON.parse(
    JSON.stringify(tables, (key, value: unknown) => (key.endsWith('_offset') ? undefined : value)),
  );

describe('executions projection', () => {
  it('writes a running row at the start and the final row from the end event alone', () => {
    const [start, , , , end] = history(0, 0);
    const logs = (tables: Tables): LogRow[] => (tables['logs'] ?? []) as LogRow[];
    expect(logs(project([received(start!, 5)]))).toMatchObject([
      { status: 'running', level: 'info', ended_at: null },
    ]);
    const alone = logs(project([received(end!, 9)]));
    expect(alone).toMatchObject([
      {
        status: 'success',
        total_duration_ms: 10,
        ledger_offset: 9,
        started_at: '2026-01-02T03:04:05.678Z',
      },
    ]);
    expect(logs(project([received(start!, 5), received(end!, 9)]))).toEqual(alone);
  });

  it('keeps the input of a block start when the block end has none', () => {
    expect(
      project(atOffsets([claimRecord(0, writerId), ...history(0, 0)]))['blocks'],
    ).toMatchObject([
      { block_id: 'call', status: 'success', input: '{"url":"x"}', output: '{"status":200}' },
      { block_id: 'check', status: 'success', input: null },
    ]);
  });

  it('has the same rows when a part of the log is repeated', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 }), fc.nat({ max: 10 }), (from, length) => {
        const log = [claimRecord(0, writerId), ...history(0, 0), ...history(1, 0)];
        const repeated = [
          ...log.slice(0, from + length),
          ...log.slice(Math.max(1, from), from + length),
          ...log.slice(from + length),
        ];
        // A record that stands in the log twice takes its bytes twice.
        const { sizes: _, ...rows } = project(atOffsets(repeated));
        const { sizes: __, ...expected } = project(atOffsets(log));
        expect(withoutPosition(rows)).toEqual(withoutPosition(expected));
      }),
    );
  });

  it('has the same rows for any split of the log into batches', () => {
    fc.assert(
      fc.property(fc.nat({ max: 11 }), (cut) => {
        const log = atOffsets([claimRecord(0, writerId), ...history(0, 0), ...history(1, 0)]);
        const [first, second] = [project(log.slice(0, cut)), project(log.slice(cut), 0)];
        const merged = <R>(
          source: string,
          keyOf: (row: R) => string,
          merge: (a: R, b: R) => R,
        ): R[] => {
          const rows = new Map<string, R>();
          for (const row of [...(first[source] ?? []), ...(second[source] ?? [])] as R[]) {
            const earlier = rows.get(keyOf(row));
            rows.set(keyOf(row), earlier === undefined ? row : merge(earlier, row));
          }
          return [...rows.values()];
        };
        const whole = project(log);
        expect(merged<LogRow>('logs', (row) => row.execution_id, mergeLogRows)).toEqual(
          whole['logs'],
        );
        expect(merged<DetailRow>('details', (row) => row.execution_id, mergeDetailRows)).toEqual(
          whole['details'],
        );
        expect(
          merged<BlockRow>('blocks', (row) => `${row.execution_id}${row.block_id}`, mergeBlockRows),
        ).toEqual(whole['blocks']);
        expect(merged<SizeRow>('sizes', (row) => row.execution_id, mergeSizeRows)).toEqual(
          whole['sizes'],
        );
      }),
    );
  });

  it('ignores records of a superseded writer after a newer claim', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 4 })), { maxLength: 8 }),
        (insertions) => {
          const newer = history(1, 6);
          const log = [
            claimRecord(0, writerId),
            ...history(0, 0),
            claimRecord(0, writerId),
            ...newer,
          ];
          const zombie = history(2, 0, 99);
          const polluted = [...log];
          for (const [at, which] of insertions) {
            // After the second claim, at offset 6.
            polluted.splice(Math.min(7 + at, polluted.length), 0, zombie[which]!);
          }
          expect(withoutPosition(project(atOffsets(polluted)))).toEqual(
            withoutPosition(project(atOffsets(log))),
          );
        },
      ),
    );
  });

  it('stops at a record of a newer release and keeps the earlier ones', () => {
    const [start, ...others] = atOffsets([claimRecord(0, writerId), ...history(0, 0)]);
    const future = Buffer.from(others[1]!.value!);
    future.writeInt32BE(999_999, 1);
    const folded = foldBatch(executionsProjection, 0, { nextOffset: 0, claimOffset: noClaim }, [
      start!,
      others[0]!,
      { ...others[1]!, value: future },
      others[2]!,
    ]);
    expect(folded.haltReason).toContain('999999');
    expect(folded.next).toEqual({ nextOffset: 2, claimOffset: 0 });
  });

  it('continues after an undecodable record and returns it as poison', () => {
    const [start] = history(0, 0);
    const junk = { ...received(start!, 1), value: Buffer.from('junk') };
    const folded = foldBatch(executionsProjection, 0, { nextOffset: 0, claimOffset: 0 }, [
      junk,
      received(start!, 2),
    ]);
    expect(folded.poison.map(({ record }) => record)).toEqual([junk]);
    expect(folded.next.nextOffset).toBe(3);
    expect(folded.applied).toBe(1);
  });
});

describe('stored bytes', () => {
  it('are the size of each record of an execution that counts, and belong to its workspace', () => {
    const log = atOffsets([claimRecord(0, writerId), ...history(0, 0), ...history(1, 0)]);
    const sizeOf = (records: readonly ReceivedRecord[]): number =>
      records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
    const owner = { workspace_id: workspaceId, account_id: identity('', '').accountId };
    expect(project(log)['sizes']).toEqual([
      { partition: 0, execution_id: uuid(0), ...owner, bytes: sizeOf(log.slice(1, 6)) },
      { partition: 0, execution_id: uuid(1), ...owner, bytes: sizeOf(log.slice(6)) },
    ]);
    const blocks = log.slice(2, 4);
    expect(project(blocks, 0)['sizes']).toEqual([
      {
        ...{ partition: 0, execution_id: uuid(0), workspace_id: null, account_id: null },
        bytes: sizeOf(blocks),
      },
    ]);
  });
});

describe('row mapping', () => {
  it('returns no row for a table that an event does not affect', () => {
    const claim = { type: 'PartitionClaimed', data: {} } as never;
    const position = { partition: 0, offset: 0, retentionBucket: null };
    expect([
      logRowOf(claim, position),
      detailRowOf(claim, position),
      blockRowOf(claim, position),
    ]).toEqual([null, null, null]);
  });

  it('does not reset a finished block to running', () => {
    const row = (sequence: number, endedAt: string | null): BlockRow =>
      ({ sequence, ended_at: endedAt, input: null }) as BlockRow;
    const done = row(3, '2026-01-01T00:00:00.000Z');
    expect(mergeBlockRows(done, row(9, null))).toBe(done);
  });
});
