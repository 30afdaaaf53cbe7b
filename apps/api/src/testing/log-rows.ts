/** Rows of the log's read models as the projector writes them, for tests of their readers. */
import { logIdOf } from '@libs/contracts';
import { encryptedField } from '@libs/execution';
import type { Database } from '@libs/persistence';
import type { Tenant } from './test-database.js';

export interface LogRowToInsert {
  readonly executionId: string;
  /** Milliseconds since the epoch. Default: now. */
  readonly startedAt?: number;
  readonly status?: string;
  readonly trigger?: string;
  readonly cost?: number;
  /** For an execution that has ended. Default: 25. */
  readonly durationMs?: number;
  /** Default: kept forever. */
  readonly retentionBucket?: number;
  /** Also sets the cost of each model: an equal share of the total. */
  readonly models?: readonly string[];
  /** The workflow version that ran. Default: 1. */
  readonly deploymentVersion?: number;
  readonly error?: object | null;
  readonly workflowName?: string;
  readonly result?: string | null;
  /** Tries of the block that failed. */
  readonly failedAttempts?: number | null;
  readonly fingerprint?: string | null;
  readonly parentExecutionId?: string | null;
  readonly rerunOf?: string | null;
  /** Default: `{"ok":true}`. */
  readonly output?: unknown;
}

export interface LogOwner extends Pick<Tenant, 'accountId' | 'workspaceId'> {
  readonly workflowId: string;
}

const tokens = { prompt: 1, completion: 2, total: 3 };

/** Every model gets the same tokens as the total. */
const costOfModels = (models: readonly string[], total: number): object => {
  const share = total / models.length;
  const one = { input: share / 4, output: share - share / 4, total: share, tokens };
  return Object.fromEntries(models.map((model) => [model, one]));
};

/** A log, ended unless running. Its detail has an output and an input with a credential. */
export async function insertLogRow(
  { pool }: Pick<Database, 'pool'>,
  { accountId, workspaceId, workflowId }: LogOwner,
  { executionId, ...over }: LogRowToInsert,
): Promise<void> {
  const {
    startedAt = Date.now(),
    status = 'success',
    trigger = 'webhook',
    cost = 0,
    durationMs = 25,
    retentionBucket = 0,
    models = [],
    deploymentVersion = 1,
    error = null,
    workflowName = 'Order intake',
    output = { ok: true },
    result = null,
    failedAttempts = null,
    fingerprint = null,
    parentExecutionId = null,
    rerunOf = null,
  } = over;
  const ended = status !== 'running';
  await pool.query(
    `insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version,
       definition_hash, status, level, trigger, started_at, ended_at, total_duration_ms, cost_total, models, error,
       ledger_partition, ledger_offset, retention_bucket, result, failed_attempts, fingerprint, parent_execution_id, rerun_of)
     values ($1, $2, $3, $4, $5, $15, $17, 'hash', $6, $7, $8, $9, $10, $11, $12, $13, $14, 0, 0, $16, $18, $19, $20, $21, $22)`,
    [
      logIdOf(executionId),
      executionId,
      workspaceId,
      accountId,
      workflowId,
      status,
      status === 'error' ? 'error' : 'info',
      trigger,
      new Date(startedAt),
      ended ? new Date(startedAt + durationMs) : null,
      ended ? durationMs : null,
      cost,
      models,
      error,
      workflowName,
      retentionBucket,
      deploymentVersion,
      result,
      failedAttempts,
      fingerprint,
      parentExecutionId,
      rerunOf,
    ],
  );
  await pool.query(
    `insert into execution_detail (execution_id, trigger_block_id, input, final_output, cost, retention_bucket)
     values ($1, 'hook', $2, $4, $3, $5)`,
    [
      executionId,
      {
        headers: { authorization: { [encryptedField]: 'c2VhbGVk' }, accept: '*/*' },
        body: { id: 7 },
      },
      ended ? { total: cost, tokens, models: costOfModels(models, cost) } : null,
      JSON.stringify(output),
      retentionBucket,
    ],
  );
  if (!ended) return;
  await pool.query(
    `insert into execution_search (execution_id, workspace_id, day, text, retention_bucket)
     values ($1, $2, $3, $4, $5)`,
    [
      executionId,
      workspaceId,
      Math.floor(startedAt / 86_400_000),
      [workflowName, JSON.stringify(error), JSON.stringify(output)].join('\n'),
      retentionBucket,
    ],
  );
}

/** Partitions of the log tables for that bucket, as the projector's keeper creates them. */
export async function createBucket(
  { pool }: Pick<Database, 'pool'>,
  bucket: number,
): Promise<void> {
  for (const table of ['log', 'detail', 'search'].map((name) => `execution_${name}`))
    await pool.query(
      `create table ${table}_r${bucket} partition of ${table} for values in (${bucket})`,
    );
}
