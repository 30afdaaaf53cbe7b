import { beforeAll, describe, expect, it } from '@jest/globals';
import { logIdOf } from '@libs/contracts';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { createBucket, insertLogRow } from '../../testing/log-rows.js';
import { openLogWorkspace } from '../../testing/log-workspace.js';

interface Log {
  readonly executionId: string;
  readonly workflowId: string;
  readonly startedAt: number;
  readonly status: 'success' | 'error' | 'cancelled' | 'running';
  readonly trigger: string;
  readonly durationMs: number;
  readonly cost: number;
  readonly models: readonly string[];
  readonly retentionBucket: number;
  readonly deploymentVersion: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly fingerprint: string | null;
  readonly parentExecutionId: string | null;
  readonly rerunOf: string | null;
}

type Query = Partial<Record<string, string>>;

const start = Date.UTC(2026, 0, 2);
const instant = (n: number): string => new Date(start + n * 1_000).toISOString();
const triggers = ['api', 'webhook', 'schedule'];
const models = ['small', 'large'];
const buckets = [0, 720_454, 720_456];
const workflowIds = [randomUUID(), randomUUID()];
const folder = 'f1';
const codes = ['TIMEOUT', 'CANCELLED'];
const fingerprints = [randomUUID(), randomUUID()];
const others = [randomUUID(), randomUUID()];
const oneOrNone = (ids: readonly string[]) => fc.option(fc.constantFrom(...ids));

const aLog = fc.record({
  executionId: fc.uuid({ version: 7 }),
  workflowId: fc.constantFrom(...workflowIds),
  // Few distinct values, so that many are equal.
  startedAt: fc.nat(12).map((n) => start + n * 1_000),
  status: fc.constantFrom('success', 'error', 'cancelled', 'running'),
  trigger: fc.constantFrom(...triggers),
  durationMs: fc.nat(9),
  cost: fc.nat(4),
  models: fc.subarray(models),
  retentionBucket: fc.constantFrom(...buckets),
  deploymentVersion: fc.constantFrom(1, 2, -1),
  error: fc.option(fc.record({ code: fc.constantFrom(...codes), message: fc.constant('') })),
  fingerprint: oneOrNone(fingerprints),
  parentExecutionId: oneOrNone(others),
  rerunOf: oneOrNone(others),
}) satisfies fc.Arbitrary<Log>;

const aQuery: fc.Arbitrary<Query> = fc.record(
  {
    workflowIds: fc.subarray(workflowIds, { minLength: 1 }).map((ids) => ids.join(',')),
    notWorkflowIds: fc.constantFrom(...workflowIds),
    errorCode: fc.constantFrom(...codes),
    fingerprint: fc.constantFrom(...fingerprints),
    parentExecutionId: fc.constantFrom(...others),
    rerunOf: fc.constantFrom(...others),
    folderIds: fc.constant(`none,${folder}`),
    triggers: fc.subarray(triggers, { minLength: 1 }).map((list) => list.join(',')),
    level: fc.constantFrom('info', 'error'),
    status: fc
      .subarray(['success', 'error', 'cancelled', 'running', 'paused'], { minLength: 1 })
      .map((list) => list.join(',')),
    version: fc.constantFrom('1', '2', '3'),
    draft: fc.constantFrom('true', 'false'),
    startDate: fc.nat(6).map(instant),
    endDate: fc.integer({ min: 6, max: 12 }).map(instant),
    minDurationMs: fc.nat(5).map(String),
    maxDurationMs: fc.integer({ min: 5, max: 9 }).map(String),
    minCost: fc.nat(2).map(String),
    maxCost: fc.integer({ min: 2, max: 4 }).map(String),
    model: fc.constantFrom(...models),
    order: fc.constantFrom('asc', 'desc'),
  },
  { requiredKeys: [] },
);

const isUndefinedOr = <T>(value: T | undefined, holds: (value: T) => boolean): boolean =>
  value === undefined || holds(value);

/** Matches by the filter semantics of the list's documentation. */
function matches(log: Log, query: Query): boolean {
  const ended = log.status !== 'running';
  const at = (text: string): number => Date.parse(text);
  return (
    isUndefinedOr(query.workflowIds, (ids) => ids.split(',').includes(log.workflowId)) &&
    isUndefinedOr(query.notWorkflowIds, (id) => id !== log.workflowId) &&
    isUndefinedOr(query.errorCode, (code) => log.error?.code === code) &&
    isUndefinedOr(query.fingerprint, (fingerprint) => log.fingerprint === fingerprint) &&
    isUndefinedOr(query.parentExecutionId, (id) => log.parentExecutionId === id) &&
    isUndefinedOr(query.rerunOf, (id) => log.rerunOf === id) &&
    isUndefinedOr(query.folderIds, () => log.workflowId === workflowIds[0]) &&
    isUndefinedOr(query.triggers, (list) => list.split(',').includes(log.trigger)) &&
    isUndefinedOr(query.level, (level) => (log.status === 'error' ? 'error' : 'info') === level) &&
    isUndefinedOr(query.status, (list) => list.split(',').includes(log.status)) &&
    isUndefinedOr(query.version, (version) => String(log.deploymentVersion) === version) &&
    isUndefinedOr(query.draft, (draft) => String(log.deploymentVersion < 0) === draft) &&
    isUndefinedOr(query.startDate, (from) => log.startedAt >= at(from)) &&
    isUndefinedOr(query.endDate, (until) => log.startedAt <= at(until)) &&
    isUndefinedOr(query.minDurationMs, (least) => ended && log.durationMs >= Number(least)) &&
    isUndefinedOr(query.maxDurationMs, (most) => ended && log.durationMs <= Number(most)) &&
    isUndefinedOr(query.minCost, (least) => log.cost >= Number(least)) &&
    isUndefinedOr(query.maxCost, (most) => log.cost <= Number(most)) &&
    isUndefinedOr(query.model, (model) => log.models.includes(model))
  );
}

const api = openLogWorkspace({ env: { FLOWLEDGER_LOGS_PER_MINUTE: '1000000' } });
let logs: readonly Log[];

beforeAll(async () => {
  const { tenant } = api;
  for (const bucket of buckets.slice(1)) await createBucket(api, bucket);
  await api.pool.query(
    `insert into workflow (id, workspace_id, name, draft, folder_id) values ($1, $2, 'In a folder', '{}', $3)`,
    [workflowIds[0], tenant.workspaceId, folder],
  );
  logs = fc.sample(aLog, { numRuns: 150, seed: 11 });
  for (const { workflowId, ...log } of logs)
    await insertLogRow(api, { ...tenant, workflowId }, log);
});

describe('the filters of GET /logs', () => {
  it('return exactly the matching logs in order over pages and retention buckets', async () => {
    await fc.assert(
      fc.asyncProperty(aQuery, fc.integer({ min: 5, max: 60 }), async (query, limit) => {
        const ascending = logs
          .filter((log) => matches(log, query))
          .map((log) => ({ ...log, id: logIdOf(log.executionId) }))
          .sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
          .map(({ executionId }) => executionId);
        const asked = Object.fromEntries(
          Object.entries(query).filter(
            (entry): entry is [string, string] => entry[1] !== undefined,
          ),
        );
        const found = await api.follow({ ...asked, limit: String(limit) });
        expect(found).toEqual(query.order === 'asc' ? ascending : ascending.toReversed());
      }),
      { numRuns: 120 },
    );
  }, 120_000);
});
