import { maxEventPayloadBytes } from '@libs/contracts';
import {
  loadWorkflowVersion,
  type AccountLimits,
  type Database,
  type Plan,
} from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiError, notFound } from '../errors/index.js';
import { JsonText } from '../http/json-text.js';
import { carriedResults, type RecordedBlock } from './carried-results.js';
import { ExecutionStarter } from './execution-starter.js';
import type { RequestContext } from './request-context.js';
import { recordedBlocksSql, rerunSourceSql } from './execution.sql.js';

/**
 * Runs an ended execution again: same workflow version, same input, a new execution. It starts at
 * the start or at a block. Results not downstream of that block are carried in the new
 * execution's first event. The old execution is unchanged. Credentials in the input's headers
 * stay encrypted from ledger to ledger.
 */
export class RerunExecution extends Command<string> {
  /**
   * @param rerunOf id of the ended execution, in lower case
   * @param fromBlockId null: from the start
   */
  constructor(
    readonly workspaceId: string,
    readonly rerunOf: string,
    readonly fromBlockId: string | null,
    readonly context: RequestContext,
  ) {
    super();
  }
}

interface Row {
  workflow_id: string;
  workflow_name: string;
  workspace_id: string;
  account_id: string;
  deployment_version: number;
  definition_hash: string;
  ended_at: Date | null;
  trigger_block_id: string;
  input: string;
  plan: Plan;
  limits: AccountLimits;
  is_suspended: boolean;
}

@CommandHandler(RerunExecution)
export class RerunExecutionHandler implements ICommandHandler<RerunExecution> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ExecutionStarter) private readonly starter: ExecutionStarter,
  ) {}

  /**
   * @returns the new execution's id
   * @throws ApiError 404 for an unknown execution, 409 for an unended one, and any error of a start
   */
  async execute(command: RerunExecution): Promise<string> {
    const { workspaceId, rerunOf, fromBlockId, context } = command;
    const { rows } = await this.database.pool.query<Row>(rerunSourceSql, [rerunOf, workspaceId]);
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
        isSuspended: row.is_suspended,
        version: row.deployment_version,
        definitionHash: row.definition_hash,
        triggerBlockId: row.trigger_block_id,
      },
      trigger: 'manual',
      // Unchanged: text read from the database can be stored again.
      input: new JsonText(row.input),
      mode: 'async',
      rerunOf,
      carried,
      ...context,
    });
    return executionId;
  }

  /** JSON text of the carried results. */
  async #carried(row: Row, executionId: string, fromBlockId: string): Promise<string> {
    const { pool } = this.database;
    const version = await loadWorkflowVersion(pool, row.workflow_id, row.deployment_version);
    const { rows } = await pool.query<RecordedBlock>(recordedBlocksSql, [executionId]);
    const carried = version && carriedResults(version.definition, fromBlockId, rows);
    if (carried === null) {
      const message = `The executed version has no block "${fromBlockId}" at top level`;
      throw new ApiError(422, 'INVALID_REQUEST', message);
    }
    const text = JSON.stringify(carried);
    if (Buffer.byteLength(text) + Buffer.byteLength(row.input) > maxEventPayloadBytes)
      throw new ApiError(413, 'BODY_TOO_LARGE', 'The results to reuse are too large');
    return text;
  }
}
