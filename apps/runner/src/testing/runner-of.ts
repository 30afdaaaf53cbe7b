/** A runner built without its module: no account limits, no charges, a seal that hides nothing. */
import type { EventLog } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { Metrics, Progress, ReadModelProgress } from '@libs/platform';
import { SealError } from '@libs/security';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { ChildRuns } from '../execution/child-runs.js';
import { Families } from '../family/families.js';
import { ParkedExecutions, RepeatCheck } from '../partition/parked-executions.js';
import { ParkedQuota } from '../quotas/parked-quota.js';
import { Runner, type RunnerOptions } from '../runner.js';
import { EnvironmentSource } from '../execution/environment.js';
import { SecretSource } from '../execution/secrets.js';
import { Timers } from '../timers/timers.js';
import { PartitionHolds } from '../trials/partition-holds.js';
import { TrialTable } from '../trials/trial-records.js';
import { AccountConcurrency } from '../concurrency/account-concurrency.js';
import { SlotCensus } from '../concurrency/slot-census.js';
import { SlotSweep } from '../concurrency/slot-sweep.js';
import { SlotTable } from '../concurrency/slot-table.js';
import { ConcurrencySlots } from '../concurrency/concurrency-slots.js';
import { WorkflowCache } from '../execution/workflow-cache.js';

/** Prefix of a sealed value; its clear text follows. */
export const sealedBy = 'sealed:';

const noFlightRecorder: RunnerOptions['flightRecorder'] = {
  ready: () => Promise.resolve(),
  watch: () => undefined,
  rest: () => undefined,
};

export const logger = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });

export function runnerOf(
  eventLog: EventLog,
  database: Database,
  effects: RunnerOptions['effects'],
  concurrency: number,
): Runner {
  const cipher = {
    decrypt: (_: string, sealed: Buffer): Promise<string> => {
      const text = sealed.toString();
      return text.startsWith(sealedBy)
        ? Promise.resolve(text.slice(sealedBy.length))
        : Promise.reject(new SealError('NOT_AUTHENTIC', 'sealed by nobody'));
    },
  };
  const appender = eventLog.appender();
  const accounts = new AccountConcurrency(database, () => null);
  const slots = new ConcurrencySlots({
    ...{ table: new SlotTable(database, () => null), accounts },
    appender,
    logger,
  });
  const census = new SlotCensus({
    ...{ database, accounts, logger },
    granted: () => slots.granted(),
    partitions: 3,
  });
  const metrics = new Metrics();
  const families = new Families({
    ...{ database, appender, logger, metrics },
    asyncLimitOf: (_, { asyncExecutionsPerMinute = 2_147_483_647 }) => asyncExecutionsPerMinute,
  });
  const projected = new ReadModelProgress(database);
  const runnerId = randomUUID();
  return new Runner({
    holds: new PartitionHolds(database, runnerId, logger),
    trialRecords: new TrialTable(database, runnerId),
    flightRecorder: noFlightRecorder,
    slots,
    slotSweep: new SlotSweep({ database, slots, census, logger }),
    baseChargeUsd: 0,
    eventLog,
    appender,
    logger,
    sessionTimeoutMs: 6_000,
    clockAheadMs: () => 0,
    workflows: new WorkflowCache(database),
    secrets: new SecretSource(database, cipher),
    environments: new EnvironmentSource(database),
    repeats: new RepeatCheck(database, projected),
    parked: new ParkedExecutions(database, projected),
    families,
    children: new ChildRuns(
      database,
      appender,
      families.table,
      (_, { descendantsPerExecution = 10_000 }) => ({
        usageLimitUsd: Infinity,
        storedBytes: null,
        descendantsPerExecution,
      }),
    ),
    parkedQuota: new ParkedQuota(
      database,
      (_, { parkedExecutions = 2_147_483_647 }) => parkedExecutions,
    ),
    timers: new Timers({ database, appender, logger }),
    effects,
    earlyOutput: () => null,
    concurrency,
    metrics,
    progress: new Progress(),
  });
}
