/** Reads an ended execution in the shape of its terminal event, for callers that ask later. */
import { logIdOf, type ExecutionCompleted, type ExecutionError } from '@libs/contracts';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import { endedExecutionSql } from './execution.sql.js';

interface Row {
  execution_id: string;
  workspace_id: string;
  account_id: string;
  workflow_id: string;
  workflow_name: string;
  deployment_version: number;
  definition_hash: string;
  trigger: string;
  trigger_block_id: string | null;
  status: string;
  level: string;
  started_at: Date;
  ended_at: Date;
  total_duration_ms: number;
  cost_total: number;
  error: ExecutionError | null;
  final_output: string | null;
  files: string | null;
  response: { status: number; headers: unknown; body: unknown } | null;
}

@Injectable()
export class EndedExecutions {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async find(executionId: string): Promise<ExecutionCompleted | null> {
    const { rows } = await this.database.pool.query<Row>(endedExecutionSql, [executionId]);
    const [row] = rows;
    if (row === undefined) return null;
    return {
      executionId,
      sequence: 0,
      occurredAt: row.ended_at.getTime(),
      workspaceId: row.workspace_id,
      accountId: row.account_id,
      workflowId: row.workflow_id,
      workflowName: row.workflow_name,
      deploymentVersion: row.deployment_version,
      definitionHash: row.definition_hash,
      trigger: row.trigger,
      triggerBlockId: row.trigger_block_id ?? '',
      logId: logIdOf(executionId),
      status: row.status,
      level: row.level,
      startedAt: row.started_at.getTime(),
      endedAt: row.ended_at.getTime(),
      totalDurationMs: row.total_duration_ms,
      cost: { total: row.cost_total, tokens: { prompt: 0, completion: 0, total: 0 }, models: {} },
      files: row.files,
      finalOutput: row.final_output,
      error: row.error,
      quiet: false,
      response: row.response && {
        status: row.response.status,
        headers: JSON.stringify(row.response.headers),
        body: JSON.stringify(row.response.body),
      },
    };
  }
}
