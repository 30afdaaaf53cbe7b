/**
 * Facts about statements that the test of plans cannot find out. A new `*.sql.ts` needs no entry if
 * it exports statements as text. An exported function needs a sample, and a statement that reads a
 * whole table needs a reason.
 */

import * as partitions from '../../apps/projector/src/retention/log-partitions.sql.js';
import { buckets } from './tables.js';

const [bucket = 0] = buckets;

/** Statements of exports that are functions. */
export const samples: Readonly<Record<string, () => readonly string[]>> = {
  'apps/projector/retention/log-partitions#keepUnendedSql': () => partitions.keepUnendedSql(bucket),
  'apps/projector/retention/log-partitions#keepUnendedBytesSql': () => [
    partitions.keepUnendedBytesSql(bucket),
  ],
  'apps/projector/retention/log-partitions#countEndedSql': () => [partitions.countEndedSql(bucket)],
  'apps/projector/retention/log-partitions#exportSql': () => [partitions.exportSql(bucket)],
  'apps/projector/retention/log-partitions#exportHeadSql': () => [partitions.exportHeadSql(bucket)],
  'apps/projector/retention/log-partitions#exportRowsSql': () => [
    partitions.exportRowsSql('block_execution', bucket),
    partitions.exportRowsSql('block_attempt', bucket),
  ],
};

/** Values for statements whose text parameters need a special format. */
export const sampleValues: Readonly<Record<string, readonly unknown[]>> = {
  'apps/runner/family/family#newCancellationsSql': ['100', 100],
};

const throughTheApi = 'depends on filters: asked through the API (api-statements.ts)';
const part = 'a part of other statements';
const definesTables = 'makes, moves or drops tables';
const ofTheCatalog = 'asks the catalogue only';

/** Exports that are no complete statements, or read none of our tables. */
export const notAsked: Readonly<Record<string, string>> = {
  'apps/api/auth/session#roleInSession': part,
  'apps/api/batches/batch#chosenPageQuery': throughTheApi,
  'apps/api/batches/batch#countChosenQuery': throughTheApi,
  'apps/api/logs/query/log#countLogsQuery': throughTheApi,
  'apps/api/logs/query/log#listLogsQuery': throughTheApi,
  'apps/api/logs/tail/tail#tailLogsQuery': throughTheApi,
  'apps/api/logs/query/log#detailJoins': part,
  'apps/api/logs/query/log#isFull': part,
  'apps/api/logs/query/log#listColumns': part,
  'apps/api/logs/query/log-conditions#inFolders': part,
  'libs/execution-view/retrying#isRetrying': part,
  'apps/api/logs/query/model-sets#mergedModelSets': part,
  'apps/api/logs/query/model-sets#ofModelSets': part,
  'apps/projector/engine/projection#projectionSql': 'asked with each table by itself',
  'apps/projector/deliveries/delivery-stats#countedAttemptsSql': part,
  'apps/projector/deliveries/delivery-stats#lastAttemptsSql': part,
  'apps/projector/executions/error-group#describedFailuresSql': part,
  'apps/projector/executions/error-group#failureSource': part,
  'apps/projector/executions/error-group#failureWrite': part,
  'apps/projector/executions/execution-stats#countedStatsSql': part,
  'apps/projector/executions/notification#failedScheduleWrite': part,
  'apps/projector/rebuild/copy#adoptCheckpointsSql': 'copies checkpoints, as many as partitions',
  'apps/projector/rebuild/copy#copySchemaOf': part,
  'apps/projector/rebuild/copy#retiredSchemaOf': part,
  'apps/projector/rebuild/copy#copyTableSql': definesTables,
  'apps/projector/rebuild/copy#holdProjectorsSql': 'locks a table',
  'apps/projector/rebuild/copy#keptPartitionSql': definesTables,
  'apps/projector/rebuild/copy#keysSql': ofTheCatalog,
  'apps/projector/rebuild/copy#missingIndexesSql': ofTheCatalog,
  'apps/projector/rebuild/copy#partitionKeySql': ofTheCatalog,
  'apps/projector/rebuild/copy#partitionsSql': ofTheCatalog,
  'apps/projector/retention/log-partitions#createPartitionsSql': definesTables,
  'apps/projector/retention/log-partitions#dropPartitionsSql': definesTables,
};

const exports = 'a partition is exported once, before it is dropped';
const dropped = 'reads the partition that is about to be dropped, once';
const byOperator = 'an operator changes the master key of all workspaces';

const sweep = 'one process at a time looks at everything that is under way or waits';

/** Statements that read a whole table on purpose: the table, and the reason. */
export const wholeReads: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'apps/delivery/subscriptions/breaker-standings#closeOrphansSql': {
    subscription_breaker: 'has a row for each receiver that hangs now, and no other',
  },
  'apps/projector/retention/log-partitions#countEndedSql': { execution_log: exports },
  'apps/projector/retention/log-partitions#exportSql': {
    ...{ execution_log: exports, execution_detail: exports },
  },
  'apps/projector/retention/log-partitions#keepUnendedBytesSql': {
    ...{ execution_log: dropped, execution_detail: dropped, block_execution: dropped },
  },
  'apps/projector/retention/log-partitions#dropStoredBytesSql': {
    stored_bytes: 'forgets a bucket that is about to be dropped, once',
  },
  'apps/projector/retention/log-partitions#keepUnendedSql': {
    ...{ execution_log: dropped, execution_detail: dropped, execution_search: dropped },
    ...{ block_execution: dropped, block_attempt: dropped },
  },
  'apps/projector/retention/log-partitions#retentionsSql': {
    account: 'which retentions are in use, once in a while',
  },
  'apps/runner/trials/trials#listTrialsSql': {
    execution_trial: 'an operator lists suspects, of which there are few',
  },
  'apps/runner/concurrency/slots#grantReentrantSql': {
    execution_turn: sweep,
    parked_execution: sweep,
  },
  'apps/runner/concurrency/slots#reissueSql': { execution_turn: sweep },
  'apps/runner/concurrency/slots#releaseEndedSql': { execution_turn: sweep },
  'libs/persistence/erase-workspace#erasedWorkspacesSql': {
    workspace: 'the end of a rebuild, which makes all rows anew',
  },
  'libs/persistence/workspace-keys#lockedWorkspacesSql': { workspace: byOperator },
  'libs/persistence/workspace-keys#workspacesSql': { workspace: byOperator },
};
