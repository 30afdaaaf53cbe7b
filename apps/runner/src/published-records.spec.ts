import { describe, expect, it, jest } from '@jest/globals';
import { encodeRecord, topicDeclarations, type RecordTypes } from '@libs/contracts';
import { createMemoryEventLog, type OutgoingRecord } from '@libs/event-log';
import type { ExecutionEvent } from '@libs/execution';
import type { Database } from '@libs/persistence';
import { Metrics } from '@libs/platform';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { keepingAppender, matchGolden } from '../../../test/support/golden-records.js';
import {
  blockCompleted,
  executionCompleted,
  executionStarted,
  identity,
  startOfTime,
} from '../../../test/support/ledger-fixtures.js';
import { ConcurrencySlots } from './concurrency/concurrency-slots.js';
import { ChildRuns } from './execution/child-runs.js';
import { engineVersion } from './execution/execution-boundaries.js';
import { FamilySweep } from './family/family-sweep.js';
import { claimStopsSql, toStopSql } from './family/family.sql.js';
import { LedgerWriter } from './partition/ledger-writer.js';
import { takeOver } from './partition/takeover.js';
import { Timers } from './timers/timers.js';
import { claimDueSql, claimEndedChildrenSql } from './timers/timers.sql.js';

const executionId = '00000001-0000-4000-8000-000000000000';
const childId = '00000002-0000-4000-8000-000000000000';
const workspaceId = '33333333-3333-4333-8333-333333333333';
const of = identity(executionId, workspaceId);
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const logger = pino({ level: 'silent' });
const now = startOfTime;

/** A database that answers these statements with these rows, and all others with none. */
const answering = (answers: readonly (readonly [string, object])[]): Pick<Database, 'pool'> => {
  const rowsOf = new Map(answers.map(([text, row]) => [text, [row]]));
  const query = (asked: string | { readonly text: string }): Promise<object> => {
    const rows = rowsOf.get(typeof asked === 'string' ? asked : asked.text) ?? [];
    return Promise.resolve({ rows, rowCount: rows.length });
  };
  return { pool: { query } as unknown as Database['pool'] };
};

const wait = { blockId: 'pause', iteration: 'loop1[3]', waitId: 4 };

async function timers(): Promise<OutgoingRecord[]> {
  const appender = keepingAppender();
  const timer = { ...wait, kind: 'timer', dueAt: now - 1, childExecutionId: null };
  const child = { ...wait, kind: 'child', dueAt: null, childExecutionId: childId };
  const ended = { child_id: childId, status: 'success', error: null, final_output: '{"ok":true}' };
  const database = answering([
    [claimDueSql, { execution_id: executionId, waits: [timer] }],
    [claimEndedChildrenSql, { execution_id: executionId, waits: [child], ...ended }],
  ]);
  await new Timers({ database, appender, logger }).issueDue(now);
  return appender.kept;
}

async function slots(): Promise<OutgoingRecord[]> {
  const appender = keepingAppender();
  const nothing = {} as ConstructorParameters<typeof ConcurrencySlots>[0];
  jest.spyOn(Date, 'now').mockReturnValue(now);
  await new ConcurrencySlots({ ...nothing, appender, logger }).wake([executionId]);
  jest.restoreAllMocks();
  return appender.kept;
}

async function cancelledDescendants(): Promise<OutgoingRecord[]> {
  const appender = keepingAppender();
  const database = answering([
    [claimStopsSql, { execution_id: childId, workspace_id: workspaceId }],
    [toStopSql, { count: 1 }],
  ]);
  jest.spyOn(Date, 'now').mockReturnValue(now);
  await new FamilySweep({ database, appender, logger, metrics: new Metrics() }).sweep();
  jest.restoreAllMocks();
  return appender.kept;
}

function childRuns(appender: ReturnType<typeof keepingAppender>): ChildRuns {
  const definition = {
    blocks: [{ id: 'hook', type: 'webhook', name: 'Hook', config: { path: 'p' } }],
    ...{ edges: [], variables: {} },
  };
  const deployed = { name: 'Child', version: 2, content_hash: 'cd'.repeat(32), definition };
  const account = { plan: 'enterprise', limits: {}, cost: 0, asked_at: new Date(now - 5) };
  const query = (): Promise<object> => Promise.resolve({ rows: [{ ...deployed, ...account }] });
  return new ChildRuns(
    { pool: { query } as unknown as Database['pool'] },
    appender,
    { request: () => Promise.resolve('counted') },
    () => ({ usageLimitUsd: 100, storedBytes: null, descendantsPerExecution: 10 }),
  );
}

async function childRequest(): Promise<OutgoingRecord[]> {
  const appender = keepingAppender();
  const child = {
    ...{ executionId: childId, workflowId: of.workflowId, input: '{"n":1}', repeat: false },
    parent: { executionId, ...wait },
    started: executionStarted(of),
  };
  await childRuns(appender).request(child, now);
  return appender.kept;
}

async function childReport(): Promise<OutgoingRecord[]> {
  const appender = keepingAppender();
  const parent = { executionId, ...wait, depth: 1 };
  const error = { code: 'TIMEOUT', message: 'Too late', blockId: null };
  const end = { status: 'error' as const, finalOutput: null, error: { ...error, blockName: null } };
  await childRuns(appender).report(childId, parent, end, now);
  return appender.kept;
}

const block = {
  ...{ executionId, occurredAt: now, blockId: 'call', blockName: 'Call', blockType: 'api' },
  iteration: '',
};
const events: { readonly [T in ExecutionEvent['type']]: RecordTypes[T] } = {
  ExecutionStarted: executionStarted(of),
  BlockStarted: { ...block, sequence: 2, input: '{}' },
  BlockAttemptFailed: {
    ...{ ...block, sequence: 3, attemptNumber: 1, status: 503, errorCode: 'STATUS' },
    ...{ message: 'Not now', durationMs: 12, retryAt: now + 100 },
  },
  BlockOutputStreamed: { ...block, sequence: 4, attemptNumber: 1, text: 'é' },
  BlockCompleted: blockCompleted(executionId, 5, 'call'),
  ExecutionParked: {
    ...{ executionId, sequence: 6, occurredAt: now, workspaceId, dueAt: now + 1 },
    waits: [{ ...wait, kind: 'timer', dueAt: now + 1, childExecutionId: null }],
    state: '{"v":1}',
  },
  ExecutionResumed: {
    ...{ executionId, sequence: 7, occurredAt: now, controlOffset: 3, reason: 'timer' },
    ...wait,
  },
  ExecutionCompleted: executionCompleted(of, 8),
};

async function ledger(traced: string | null): Promise<OutgoingRecord[]> {
  const appender = keepingAppender();
  const writer = new LedgerWriter(appender, 2, 'writer-1', 41);
  for (const [type, data] of Object.entries(events))
    await writer.append(type as ExecutionEvent['type'], data, traced);
  return appender.kept;
}

describe('records that the runner publishes', () => {
  matchGolden(join(import.meta.dirname, 'published-records.golden.json'), {
    timers,
    turns: slots,
    'cancelled descendants': cancelledDescendants,
    'child request': childRequest,
    'child report': childReport,
    'traced ledger events': () => ledger(traceparent),
    'ledger events': () => ledger(null),
  });

  it('include the claim in the ledger and its copy with the offset', async () => {
    const appender = keepingAppender();
    const eventLog = createMemoryEventLog();
    await eventLog.admin.ensureTopics(topicDeclarations(3));
    const { writerId, claimOffset } = await takeOver(eventLog, appender, 2, now);
    const claim = { partition: 2, writerId, host: hostname(), engineVersion, claimedAt: now };
    const marks = [
      ['event-type', 'PartitionClaimed'],
      ['event-id', `claim:${writerId}`],
      ['writer-id', writerId],
    ];
    expect(claimOffset).toBe(0);
    expect(
      appender.kept.map(({ headers = {}, ...record }) => [record, Object.entries(headers)]),
    ).toEqual([
      [
        {
          ...{ topic: 'workflow.execution.events', partition: 2, key: null },
          value: encodeRecord('PartitionClaimed', { ...claim, claimOffset: null }),
        },
        marks,
      ],
      [
        {
          ...{ topic: 'workflow.execution.claims', key: '2' },
          value: encodeRecord('PartitionClaimed', { ...claim, claimOffset }),
        },
        [...marks, ['claim-offset', '0']],
      ],
    ]);
    await eventLog.close();
  });
});
