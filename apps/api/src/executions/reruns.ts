/**
 * Running an ended execution again: the same workflow version with the same input, as a new execution, from the start or from a
 * block, with the old results of what does not stand behind it in the new one's first event. The old one stays as it was. Credentials
 * among the input's headers are still sealed: they go from the ledger to the ledger as they are.
 */
import { maxEventPayloadBytes } from '@libs/contracts';
import {
  loadWorkflowVersion,
  type AccountLimits,
  type Database,
  type Plan,
} from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError, notFound } from '../errors/index.js';
import { carriedResults, type RecordedBlock } from './carried-results.js';
import { ExecutionStarter, type StartOptions } from './execution-starter.js';

/** Uses the unique index on execution_log.execution_id. */
const sql = `
  select l.workflow_id, l.workflow_name, l.workspace_id, l.account_id, l.deployment_version, l.definition_hash,
    l.ended_at, d.trigger_block_id, d.input, a.plan, a.limits
  from execution_log l
  join execution_detail d on d.execution_id = l.execution_id
  join account a on a.id = l.account_id
  where l.execution_id::text = $1 and l.workspace_id = $2`;

interface Row {
  workflow_id: string;
  workflow_name: string;
  workspace_id: string;
  account_id: string;
  deployment_version: number;
  definition_hash: string;
  ended_at: Date | null;
  trigger_block_id: string;
  input: unknown;
  plan: Plan;
  limits: AccountLimits;
}

/** Index: primary key of block_execution. */
const blocksSql = `
  select block_id as "blockId", ports, output::text, error is not null as "hasFailed"
  from block_execution where execution_id = $1 and iteration = '' order by sequence`;

@Injectable()
export class Reruns {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ExecutionStarter) private readonly starter: ExecutionStarter,
  ) {}

  /**
   * @param rerunOf id of the ended execution, in lower case
   * @param fromBlockId null: from the start
   * @returns the new execution's id
   * @throws ApiError 404 for one that this workspace does not have, 409 for one that has not ended, and whatever a start throws
   */
  async rerun(
    rerunOf: string,
    workspaceId: string,
    fromBlockId: string | null,
    context: Pick<StartOptions, 'idempotency' | 'traceparent'>,
  ): Promise<string> {
    const { rows } = await this.database.pool.query<Row>(sql, [rerunOf, workspaceId]);
    const [row] = rows;
    if (row === undefined) throw notFound('execution');
    if (row.ended_at === null)
      throw new ApiError(409, 'CONFLICT', 'The execution has not ended yet');
    const carried = fromBlockId === null ? null : await this.#carried(row, rerunOf, fromBlockId);
    const { executionId } = await this.starter.start({
      target: {
        workflowId: row.workflow_id,
        workflowName: row.workflow_name,
        workspaceId: row.workspace_id,
        accountId: row.account_id,
        plan: row.plan,
        accountLimits: row.limits,
        version: row.deployment_version,
        definitionHash: row.definition_hash,
        triggerBlockId: row.trigger_block_id,
      },
      trigger: 'manual',
      input: row.input,
      mode: 'async',
      rerun: { rerunOf, carried },
      ...context,
    });
    return executionId;
  }

  /** JSON text of the results that the new execution begins with. */
  async #carried(row: Row, executionId: string, fromBlockId: string): Promise<string> {
    const { pool } = this.database;
    const version = await loadWorkflowVersion(pool, row.workflow_id, row.deployment_version);
    const { rows } = await pool.query<RecordedBlock>(blocksSql, [executionId]);
    const carried = version && carriedResults(version.definition, fromBlockId, rows);
    if (carried === null) {
      const message = `The version that ran has no block "${fromBlockId}" at top level`;
      throw new ApiError(422, 'INVALID_REQUEST', message);
    }
    const text = JSON.stringify(carried);
    if (Buffer.byteLength(text) + JSON.stringify(row.input).length > maxEventPayloadBytes)
      throw new ApiError(413, 'BODY_TOO_LARGE', 'The old results are too large to go on from');
    return text;
  }
}
