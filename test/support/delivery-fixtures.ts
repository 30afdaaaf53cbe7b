/**
 * Fixtures for deliveries: an owner, a subscription, a public completion, and a verifier that
 * receivers could use.
 */
import { encodeRecord, topics, type WorkflowExecutionCompleted } from '@libs/contracts';
import type { OutgoingRecord } from '@libs/event-log';
import { createWorkspaceCipher, type Database } from '@libs/persistence';
import { newDataKey, wrapKey } from '@libs/security';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { ReceivedRequest } from './receiver.js';

export const masterKey = Buffer.alloc(32, 7);

export interface Owner {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly workflowId: string;
}

export async function storeOwner({ pool }: Database): Promise<Owner> {
  const owner = { accountId: randomUUID(), workspaceId: randomUUID(), workflowId: randomUUID() };
  await pool.query("insert into account (id, name, plan) values ($1, 'a', 'enterprise')", [
    owner.accountId,
  ]);
  await pool.query(
    "insert into workspace (id, account_id, name, wrapped_key) values ($1, $2, 'w', $3)",
    [owner.workspaceId, owner.accountId, wrapKey(masterKey, newDataKey())],
  );
  await pool.query(
    "insert into workflow (id, workspace_id, name, draft) values ($1, $2, 'Order intake', '{}')",
    [owner.workflowId, owner.workspaceId],
  );
  return owner;
}

export interface SubscriptionOptions {
  readonly secret?: string;
  readonly active?: boolean;
  readonly includeFinalOutput?: boolean;
  readonly includeTraceSpans?: boolean;
  readonly includeUsageData?: boolean;
  readonly includeRateLimits?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Subscribes to all workflows of the owner's workspace. */
  readonly ofWorkspace?: boolean;
  readonly maxPerSecond?: number;
}

/** @returns its id */
export async function storeSubscription(
  database: Database,
  owner: Owner,
  url: string,
  options: SubscriptionOptions = {},
): Promise<string> {
  const id = randomUUID();
  const cipher = createWorkspaceCipher(database, masterKey);
  const secret =
    options.secret === undefined
      ? null
      : await cipher.encrypt(owner.workspaceId, options.secret, 'subscription-secret');
  const headers =
    options.headers === undefined
      ? null
      : await cipher.encrypt(
          owner.workspaceId,
          JSON.stringify(Object.entries(options.headers)),
          'subscription-headers',
        );
  await database.pool.query(
    `insert into subscription (id, workspace_id, workflow_id, url, secret_ciphertext, include_final_output,
       include_trace_spans, include_rate_limits, include_usage_data, level_filter, trigger_filter, active,
       headers_ciphertext, max_per_second)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '{info,error}', '{api,webhook,schedule,manual,chat}', $10, $11, $12)`,
    [
      id,
      owner.workspaceId,
      options.ofWorkspace === true ? null : owner.workflowId,
      url,
      secret,
      options.includeFinalOutput ?? false,
      options.includeTraceSpans ?? false,
      options.includeRateLimits ?? false,
      options.includeUsageData ?? false,
      options.active ?? true,
      headers,
      options.maxPerSecond ?? null,
    ],
  );
  return id;
}

export function completion(
  owner: Owner,
  over: Partial<WorkflowExecutionCompleted> = {},
): WorkflowExecutionCompleted {
  const endedAt = Date.now();
  return {
    ...owner,
    eventId: `evt_${randomUUID()}`,
    executionId: randomUUID(),
    workflowName: 'Order intake',
    deploymentVersion: 1,
    trigger: 'webhook',
    logId: randomUUID(),
    status: 'success',
    level: 'info',
    startedAt: endedAt - 12,
    endedAt,
    totalDurationMs: 12,
    cost: { total: 0, tokens: { prompt: 0, completion: 0, total: 0 }, models: {} },
    files: null,
    finalOutput: '{"status":"success"}',
    error: null,
    ledgerPartition: 0,
    ledgerOffset: 5,
    draft: false,
    quiet: false,
    ...over,
  };
}

/** The log of a completion as the projector writes it, without blocks. */
export async function storeLog(
  { pool }: Pick<Database, 'pool'>,
  completed: WorkflowExecutionCompleted,
  input: unknown = { id: 7 },
): Promise<void> {
  const { executionId, startedAt, endedAt } = completed;
  await pool.query(
    `insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version,
       definition_hash, status, level, trigger, started_at, ended_at, total_duration_ms, cost_total, ledger_partition, ledger_offset)
     values ($1, $2, $3, $4, $5, $6, 1, 'hash', $7, $8, $9, $10, $11, $12, 0, 0, 0)`,
    [
      completed.logId,
      executionId,
      completed.workspaceId,
      completed.accountId,
      completed.workflowId,
      completed.workflowName,
      completed.status,
      completed.level,
      completed.trigger,
      new Date(startedAt),
      new Date(endedAt),
      completed.totalDurationMs,
    ],
  );
  await pool.query(
    `insert into execution_detail (execution_id, trigger_block_id, input) values ($1, 'hook', $2)`,
    [executionId, JSON.stringify(input)],
  );
}

export const completionRecord = (completed: WorkflowExecutionCompleted): OutgoingRecord => ({
  topic: topics.completed,
  key: completed.workflowId,
  value: encodeRecord('WorkflowExecutionCompleted', completed),
});

const fiveMinutesMs = 5 * 60 * 1000;

/** Verifies as a receiver would: raw bytes, constant time, five-minute window (spec 5.5). */
export function verifies(request: ReceivedRequest, secret: string): boolean {
  const header = String(request.headers['service-signature']);
  const [, timestamp, given] = /^t=(\d+),v1=([0-9a-f]{64})(?:,|$)/.exec(header) ?? [];
  if (timestamp === undefined || given === undefined) return false;
  if (timestamp !== request.headers['service-timestamp']) return false;
  if (Math.abs(Date.now() - Number(timestamp)) > fiveMinutesMs) return false;
  const expected = createHmac('sha256', secret)
    .update(`${timestamp}.`)
    .update(request.body)
    .digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), expected);
}
