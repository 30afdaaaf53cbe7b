import type { Cost, ExecutionError, WorkflowExecutionCompleted } from '@libs/contracts';
import { buildPayload, maxBodyBytes, type PayloadExtras } from '@libs/delivery';
import { readFittingSpans } from '@libs/execution-view';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Principal } from '../auth/index.js';
import { RateLimits } from '../limits/index.js';
import { findWorkflow } from '../workflows/stored-workflow.js';
import { madeUpCompletion } from './made-up-completion.js';
import { lastEndedSql } from './subscription.sql.js';
import type { SampleView } from './subscription-view.schemas.js';
import type { SampleParameters } from './subscription.schemas.js';

/** The body that the last completed execution of a workflow gives, built as deliveries build it. */
export class SampleEvent extends Query<SampleView> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly parameters: SampleParameters,
  ) {
    super();
  }
}

interface EndedRow {
  readonly id: string;
  readonly execution_id: string;
  readonly workflow_name: string;
  readonly deployment_version: number;
  readonly status: string;
  readonly level: string;
  readonly trigger: string;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly total_duration_ms: number;
  readonly cost_total: number;
  readonly error: ExecutionError | null;
  readonly cost: Cost | null;
  /** JSON text. */
  readonly files: string | null;
  /** JSON text, cut where no body can hold it. */
  readonly final_output: string | null;
}

/** The same on each call, so that a page marks only what a flag adds. */
const eventId = 'evt_sample';
const sampleId = '00000000-0000-4000-8000-000000000000';
const madeUpAt = Date.UTC(2026, 0, 31, 12);

/** An output this long is dropped from the body, so that its cut end is never seen. */
const outputLength = maxBodyBytes + 1;

@QueryHandler(SampleEvent)
export class SampleEventHandler implements IQueryHandler<SampleEvent> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  async execute({ principal, workflowId, parameters }: SampleEvent): Promise<SampleView> {
    const workflow = await findWorkflow(this.database.dataSource.manager, workflowId, principal);
    const ended = await this.#lastEnded(principal, workflowId, parameters.includeFinalOutput);
    const { accountId, workspaceId } = principal;
    const owner = { eventId, accountId, workspaceId, workflowId };
    const completed =
      ended === null
        ? madeUpCompletion(
            {
              ...owner,
              workflowName: workflow.name,
              executionId: sampleId,
              logId: sampleId,
              trigger: 'manual',
              finalOutput: '{"message":"The output of the workflow"}',
            },
            madeUpAt,
          )
        : { ...completionOf(ended), ...owner };
    const extras = await this.#extras(principal, completed, ended !== null, parameters);
    return {
      body: buildPayload(completed, parameters, extras).toString('utf8'),
      executionId: ended?.execution_id ?? null,
    };
  }

  async #lastEnded(
    { workspaceId }: Principal,
    workflowId: string,
    hasOutput: boolean,
  ): Promise<EndedRow | null> {
    const { rows } = await this.database.pool.query<EndedRow>({
      name: 'last-ended',
      text: lastEndedSql,
      values: [workflowId, workspaceId, hasOutput ? outputLength : 0],
    });
    return rows[0] ?? null;
  }

  async #extras(
    principal: Principal,
    completed: WorkflowExecutionCompleted,
    isReal: boolean,
    { includeTraceSpans, includeRateLimits, includeUsageData }: SampleParameters,
  ): Promise<PayloadExtras> {
    const spans =
      isReal && includeTraceSpans
        ? await readFittingSpans(this.database.pool, [completed], maxBodyBytes)
        : null;
    const limits =
      includeRateLimits || includeUsageData ? await this.limits.limitsBlock(principal) : null;
    return {
      traceSpans: spans === null ? '[]' : (spans.get(completed.executionId) ?? null),
      rateLimits: limits?.workflowExecutionRateLimit ?? null,
      usage: limits?.usage ?? null,
    };
  }
}

const completionOf = (row: EndedRow) => ({
  workflowName: row.workflow_name,
  deploymentVersion: row.deployment_version,
  executionId: row.execution_id,
  logId: row.id,
  trigger: row.trigger,
  status: row.status,
  level: row.level,
  startedAt: row.started_at.getTime(),
  endedAt: row.ended_at.getTime(),
  totalDurationMs: row.total_duration_ms,
  cost: row.cost ?? {
    total: row.cost_total,
    tokens: { prompt: 0, completion: 0, total: 0 },
    models: {},
  },
  files: row.files,
  finalOutput: row.final_output,
  error: row.error,
  ledgerPartition: 0,
  ledgerOffset: 0,
  draft: false,
  quiet: false,
});
