/** The end of an execution as the read model has it, in the shape of the terminal event: for callers who come back later. */
import { logIdOf, type ExecutionCompleted, type ExecutionError } from '@libs/contracts';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';

/** Uses the unique index on execution_log.execution_id and the primary key of block_execution. */
const sql = `
  select l.*, d.final_output::text as final_output, d.files::text as files, d.trigger_block_id, r.output as response
  from execution_log l
  left join execution_detail d on d.execution_id = l.execution_id
  left join lateral (
    select b.output from block_execution b
    where b.execution_id = l.execution_id and b.block_type = 'response' and b.status = 'success'
      and l.status = 'success'
    order by b.sequence limit 1) r on true
  where l.execution_id = $1 and l.ended_at is not null`;

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
    const { rows } = await this.database.pool.query<Row>(sql, [executionId]);
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
      response: row.response && {
        status: row.response.status,
        headers: JSON.stringify(row.response.headers),
        body: JSON.stringify(row.response.body),
      },
    };
  }
}
