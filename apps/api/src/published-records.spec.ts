import { describe, jest } from '@jest/globals';
import { loadConfig } from '@libs/config';
import { encodeRecord, headers } from '@libs/contracts';
import type { OutgoingRecord, RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { join } from 'node:path';
import { pino } from 'pino';
import { keepingAppender, matchGolden } from '../../../test/support/golden-records.js';
import { AuditPublisher } from './audit/audit-publisher.js';
import { hasUnpublishedSql, publisherLockSql, unpublishedSql } from './audit/audit.sql.js';
import type { ExecutionEnds } from './executions/execution-ends.js';
import { ExecutionOrders } from './executions/execution-orders.js';
import { ExecutionStarter } from './executions/execution-starter.js';
import type { IdempotencyKeys, RequestId } from './executions/idempotency-keys.js';
import type { RateLimits } from './limits/index.js';
import type { LiveTailReader } from './live-tail/live-tail.reader.js';

const executionId = '00000001-0000-4000-8000-000000000000';
const workspaceId = '33333333-3333-4333-8333-333333333333';
const accountId = '11111111-1111-4111-8111-111111111111';
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const config = loadConfig({ DATABASE_URL: 'postgres://unused', KAFKA_BROKERS: '127.0.0.1:1' });

/** Records that this publishes. */
async function appendedBy(
  act: (appender: RecordAppender) => Promise<unknown>,
): Promise<OutgoingRecord[]> {
  const appender = keepingAppender();
  jest.spyOn(Date, 'now').mockReturnValue(now);
  await act(appender);
  jest.restoreAllMocks();
  return appender.kept;
}

const target = {
  ...{ workflowId: '22222222-2222-4222-8222-222222222222', workflowName: 'Order intake' },
  ...{ workspaceId, accountId, plan: 'enterprise' as const, accountLimits: {}, version: 3 },
  ...{ isSuspended: false, definitionHash: 'ab'.repeat(32), triggerBlockId: 'hook' },
};

const request = (traced: string | null, id: RequestId): Promise<OutgoingRecord[]> =>
  appendedBy((appender) => {
    const idempotencyKeys = {
      reserve: () => Promise.resolve({ kind: 'append', id }),
      appended: () => Promise.resolve(),
    };
    const starter = new ExecutionStarter(
      appender,
      config,
      {} as LiveTailReader,
      {} as RateLimits,
      idempotencyKeys as unknown as IdempotencyKeys,
      {} as ExecutionEnds,
    );
    return starter.start({
      ...{ target, trigger: 'webhook', input: { body: { id: 7 } }, mode: 'async', bodyBytes: 12 },
      ...{ idempotency: { scope: 's', key: 'k', hashed: () => 'h' }, traceparent: traced },
    });
  });

const keyed = { [headers.idempotencyScope]: 's', [headers.reservedAt]: String(now - 5) };
const resumed = {
  ...{ executionId, blockId: 'ask', iteration: '', waitId: 4, reason: 'data' },
  ...{ data: '{"approved":true}', requestedAt: now },
};

const orders = (act: (orders: ExecutionOrders) => Promise<unknown>): Promise<OutgoingRecord[]> =>
  appendedBy((appender) => {
    const pool = { query: () => Promise.resolve({ rows: [] }) };
    return act(new ExecutionOrders(appender, config, { pool } as unknown as Database));
  });

const action = {
  ...{ actionId: executionId, workspaceId, action: 'putSecret', targetId: null, occurredAt: now },
};
const begun = {
  ...{ ...action, eventId: 'a:requested', accountId, keyId: accountId, userId: null, path: '/p' },
  ...{ ip: '127.0.0.1', userAgent: null, requestId: 'r' },
};
const ended = { ...action, eventId: 'a:ended', status: 204 };

const audited = (): Promise<OutgoingRecord[]> =>
  appendedBy(async (appender) => {
    const row = { workspace_id: workspaceId, occurred_at: new Date(now) };
    const begins = encodeRecord('ManagementActionRequested', begun);
    const ends = encodeRecord('ManagementActionEnded', ended);
    const rowsOf = new Map<string, object[]>([
      [hasUnpublishedSql, [{ has_some: true }]],
      [publisherLockSql, [{ is_mine: true }]],
      [
        unpublishedSql,
        [
          {
            ...row,
            event_id: begun.eventId,
            event_type: 'ManagementActionRequested',
            value: begins,
          },
          { ...row, event_id: ended.eventId, event_type: 'ManagementActionEnded', value: ends },
        ],
      ],
    ]);
    const query = (text: string): Promise<object> =>
      Promise.resolve({ rows: rowsOf.get(text) ?? [] });
    const client = { query, release: () => undefined };
    const pool = { query, connect: () => Promise.resolve(client) };
    const logger = pino({ level: 'silent' });
    const database = { pool } as unknown as Database;
    const publisher = new AuditPublisher(database, appender, config, logger);
    publisher.begin();
    await publisher.onModuleDestroy();
  });

describe('records that the api publishes', () => {
  matchGolden(join(import.meta.dirname, 'published-records.golden.json'), {
    request: () => request(null, { executionId, repeat: false, headers: {} }),
    'traced request with a key': () =>
      request(traceparent, { executionId, repeat: true, headers: keyed }),
    cancellation: () =>
      orders((some) =>
        some.cancel({ executionId, workspaceId, reason: 'Enough', requestedAt: now }),
      ),
    'resume by token': () => orders((some) => some.resume(resumed)),
    'resume by a key': () => orders((some) => some.resume(resumed, workspaceId)),
    'management actions': audited,
  });
});
