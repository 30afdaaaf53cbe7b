/**
 * Callers of one idempotency key at a limit of the account: real starter, keys and limits over a
 * database and a ledger in memory, whose steps interleave in any order.
 */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { loadConfig } from '@libs/config';
import type { OutgoingRecord, RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import fc from 'fast-check';
import { pino } from 'pino';
import { ApiError } from '../errors/index.js';
import { RateLimits } from '../limits/index.js';
import { readLimitsSql } from '../limits/limits.sql.js';
import type { LiveTailReader } from '../live-tail/live-tail.reader.js';
import type { ExecutionEnds } from './execution-ends.js';
import { ExecutionStarter } from './execution-starter.js';
import { findKeySql, markAppendedSql, reserveKeySql } from './idempotency-key.sql.js';
import { IdempotencyKeys } from './idempotency-keys.js';

const config = loadConfig({ DATABASE_URL: 'postgres://unused', KAFKA_BROKERS: '127.0.0.1:1' });
const logger = pino({ level: 'silent' });

interface KeyRow {
  readonly execution_id: unknown;
  readonly request_hash: unknown;
  appended_at: Date | null;
}

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What all processes share. Each statement and each append happens between two steps. */
class Shared {
  readonly keys = new Map<string, KeyRow>();
  readonly appended: string[] = [];
  readonly #points = new Map<string, number>();

  constructor(readonly step: () => Promise<void>) {}

  answer({ text, values }: Asked): object[] {
    if (text === readLimitsSql) return [];
    if (/insert into "rate_limit"/i.test(text)) return [this.#debited(values)];
    const name = `${String(values[0])} ${String(values[1])}`;
    const row = this.keys.get(name);
    switch (text) {
      case findKeySql:
        return row === undefined ? [] : [{ ...row, reserved_at: null }];
      case markAppendedSql:
        if (row !== undefined) row.appended_at = new Date();
        return [];
      case reserveKeySql: {
        if (row !== undefined) return [{ ...row, reserved_at: null }];
        const [, , request_hash, execution_id] = values;
        const made = { execution_id, request_hash, appended_at: null };
        this.keys.set(name, made);
        return [{ ...made, reserved_at: new Date() }];
      }
      default:
        throw new Error(`not expected: ${text}`);
    }
  }

  #debited([key, points]: readonly unknown[]): object {
    const sum = (this.#points.get(String(key)) ?? 0) + Number(points);
    this.#points.set(String(key), sum);
    return { points: sum, expire: Date.now() + 60_000 };
  }
}

interface Process {
  readonly starter: ExecutionStarter;
  /** Whether its last look for a key found one. */
  foundKey: boolean;
}

function startProcess(shared: Shared): Process {
  const query = async (asked: string | Asked, given: readonly unknown[] = []): Promise<object> => {
    const { text, values } = typeof asked === 'string' ? { text: asked, values: given } : asked;
    await shared.step();
    const rows = shared.answer({ text, values });
    if (text === findKeySql) process.foundKey = rows.length > 0;
    await shared.step();
    return { rows };
  };
  const database = { pool: { query } } as unknown as Database;
  const appender = {
    append: async ({ key }: OutgoingRecord) => {
      await shared.step();
      shared.appended.push(String(key));
      await shared.step();
    },
  } as unknown as RecordAppender;
  const census = { complete: () => Promise.resolve() };
  const starter = new ExecutionStarter(
    appender,
    config,
    {} as LiveTailReader,
    new RateLimits(database, config),
    new IdempotencyKeys(database, logger, census),
    {} as ExecutionEnds,
  );
  const process: Process = { starter, foundKey: false };
  return process;
}

/** @returns the execution's id, or the code of the refusal */
const call = ({ starter }: Process, limit: number, key: string | null): Promise<string> =>
  starter
    .start({
      target: {
        ...{ workflowId: '22222222-2222-4222-8222-222222222222', workflowName: 'Order intake' },
        workspaceId: '33333333-3333-4333-8333-333333333333',
        accountId: '11111111-1111-4111-8111-111111111111',
        ...{ plan: 'enterprise' as const, accountLimits: { asyncExecutionsPerMinute: limit } },
        ...{
          isSuspended: false,
          version: 3,
          definitionHash: 'ab'.repeat(32),
          triggerBlockId: 'hook',
        },
      },
      ...{ trigger: 'api', input: {}, bodyBytes: 0, traceparent: null },
      mode: 'async',
      idempotency: key === null ? null : { scope: 'scope', key, hashed: () => 'same' },
    })
    .then(
      ({ executionId }) => executionId,
      (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
    );

const refused = 'RATE_LIMITED';

// One window for every run.
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 2, 3, 4, 5));
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('three callers with one new idempotency key', () => {
  it('run once, take one token, and are refused only while the key is unknown', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 0, max: 3 }),
        fc.constantFrom(1, 2, 3),
        async (scheduler, limit, count) => {
          let step = (): Promise<void> => scheduler.schedule(Promise.resolve());
          const shared = new Shared(() => step());
          const processes = Array.from({ length: count }, () => startProcess(shared));
          const processOf = (n: number): Process => processes[n % count]!;
          const calls = [0, 1, 2].map(async (n) => {
            const outcome = await call(processOf(n), limit, 'key');
            if (outcome === refused && count === 3) expect(processOf(n).foundKey).toBe(false);
            return outcome;
          });
          const outcomes = await scheduler.waitFor(Promise.all(calls));
          const ids = new Set(outcomes.filter((outcome) => outcome !== refused));
          const runs = limit === 0 ? 0 : 1;
          expect([ids.size, shared.keys.size]).toEqual([runs, runs]);
          expect(new Set(shared.appended)).toEqual(ids);
          if (limit === 3) expect(outcomes).not.toContain(refused);
          if (count === 1) expect(shared.appended).toHaveLength(runs);

          // Nothing is stored for the others, and exactly one token is gone.
          step = () => Promise.resolve();
          let others = 0;
          for (const process of processes)
            while ((await call(process, limit, null)) !== refused) others += 1;
          expect(others).toBe(limit - runs);
          expect(shared.keys.size).toBe(runs);

          // Without a token left, a known key is answered and an unknown one is not stored.
          for (const process of processes) {
            expect(await call(process, limit, 'key')).toBe([...ids][0] ?? refused);
            expect(await call(process, limit, 'other')).toBe(refused);
          }
          expect(shared.keys.size).toBe(runs);
        },
      ),
      { numRuns: 100 },
    );
  });
});
