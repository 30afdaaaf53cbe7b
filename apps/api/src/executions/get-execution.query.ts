import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { withRetrying } from '@libs/execution-view';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Pool } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { notFound } from '../errors/index.js';
import { jsonText } from '../http/json-text.js';
import { executionStatusSql } from './execution.sql.js';
import type { ExecutionStatus } from './execution.schemas.js';

/** One execution as the read model has it, for pollers of `statusUrl`. */
export class GetExecution extends Query<ExecutionStatus> {
  constructor(
    readonly workspaceId: string,
    readonly executionId: string,
  ) {
    super();
  }
}

interface Row {
  execution_id: string;
  workflow_id: string;
  status: string;
  level: ExecutionStatus['level'];
  trigger: string;
  draft: boolean;
  started_at: Date;
  ended_at: Date | null;
  total_duration_ms: number | null;
  deployment_version: number;
  parent_execution_id: string | null;
  rerun_of: string | null;
  began_at: Date | null;
  error: unknown;
  final_output: string | null;
}

/** A newly accepted execution may not be projected yet, so an unknown id is polled this long. */
const patienceMs = 1_000;
const pollMs = 50;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Null when it is unknown. */
export async function executionStatus(
  pool: Pool,
  executionId: string,
  workspaceId: string,
): Promise<ExecutionStatus | null> {
  if (!uuid.test(executionId)) return null;
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await pool.query<Row>(executionStatusSql, [executionId, workspaceId]);
    const [row] = await withRetrying(pool, rows);
    if (row !== undefined) {
      return {
        executionId,
        workflowId: row.workflow_id,
        deploymentVersion: row.deployment_version,
        parentExecutionId: row.parent_execution_id,
        rerunOf: row.rerun_of,
        status: row.status,
        level: row.level,
        trigger: row.trigger,
        draft: row.draft,
        startedAt: row.started_at.toISOString(),
        beganAt: row.began_at?.toISOString() ?? null,
        endedAt: row.ended_at?.toISOString() ?? null,
        totalDurationMs: row.total_duration_ms,
        output: jsonText(row.final_output),
        error: row.error,
      };
    }
    if (performance.now() >= deadline) return null;
    await sleep(pollMs);
  }
}

@QueryHandler(GetExecution)
export class GetExecutionHandler implements IQueryHandler<GetExecution> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ workspaceId, executionId }: GetExecution): Promise<ExecutionStatus> {
    const status = await executionStatus(this.database.pool, executionId, workspaceId);
    if (status === null) throw notFound('execution');
    return status;
  }
}
