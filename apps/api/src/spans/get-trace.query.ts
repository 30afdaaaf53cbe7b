import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Cost, topics } from '@libs/contracts';
import { mapInTurns } from '@libs/event-loop';
import { endedText, withOpenState } from '@libs/execution-view';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/index.js';
import { hasExecutionEnded } from '../executions/known-execution.js';
import { jsonText } from '../http/json-text.js';
import { relatedExecutions } from './related-executions.js';
import { spanIdOf } from './span-views.js';
import type { FailedTry, Trace, TraceBlock } from './trace.schemas.js';
import { traceHeadSql, traceSpanCountSql, traceSpansSql, traceTriesSql } from './trace.sql.js';

/** One execution without payloads, and where its stream of events continues. */
export class GetTrace extends Query<Trace> {
  constructor(
    readonly principal: Principal,
    readonly executionId: string,
  ) {
    super();
  }
}

interface HeadRow {
  readonly id: string;
  readonly execution_id: string;
  readonly workflow_id: string;
  readonly workflow_name: string;
  readonly workflow_deleted: boolean;
  readonly deployment_version: number;
  readonly status: string;
  readonly trigger: string;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly total_duration_ms: number | null;
  readonly cost_total: number;
  readonly error: Trace['error'];
  readonly cost: Cost | null;
  readonly result: string | null;
  readonly failed_attempts: number | null;
  readonly fingerprint: string | null;
  readonly rerun_of: string | null;
  readonly parent_execution_id: string | null;
  readonly parent_block_id: string | null;
  readonly ledger_partition: number;
  readonly first_offset: number | null;
  readonly last_offset: number | null;
  readonly began_at: Date | null;
  readonly trigger_block_id: string | null;
  readonly definition: string | null;
  readonly layout: string | null;
}

interface SpanRow {
  readonly block_id: string;
  readonly iteration: string;
  readonly block_name: string;
  readonly block_type: string;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly ports: readonly string[];
  readonly attempts: number;
  readonly cost: number;
  /** Null: it used no model, or an earlier release recorded it. */
  readonly tokens: number | null;
  readonly ledger_offset: number | null;
  readonly last_sequence: number;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly http_status: string | null;
  readonly child_id: string | null;
}

interface TryRow {
  readonly block_id: string;
  readonly iteration: string;
  readonly attempt_number: number;
  readonly status: number | null;
  readonly error_code: string;
  readonly message: string;
  readonly duration_ms: number;
  readonly occurred_at: Date;
  readonly retry_at: Date;
  readonly ledger_offset: number | null;
}

const maxSpans = 10_000;
/** In one round of the event loop: some milliseconds. */
const spansPerTurn = 2_000;
const noTokens = { prompt: 0, completion: 0, total: 0 };
/** ExecutionStarted: the one event before the first block. */
const firstSequence = 1;

@QueryHandler(GetTrace)
export class GetTraceHandler implements IQueryHandler<GetTrace> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, executionId }: GetTrace): Promise<Trace> {
    const { workspaceId, workflowIds } = principal;
    const { pool } = this.database;
    await hasExecutionEnded(pool, executionId, workspaceId);
    // The head first: one that has ended has all spans. What is newer comes by the stream.
    const head = await this.#head(executionId, workspaceId);
    const [spans, tries] = await Promise.all([
      pool.query<SpanRow>(traceSpansSql, [executionId, maxSpans]),
      pool.query<TryRow>(traceTriesSql, [executionId, maxSpans]),
    ]);
    const related = await relatedExecutions(pool, executionId, workspaceId, workflowIds);
    const startMs = head.started_at.getTime();
    const { rows } = spans;
    return {
      ...headOf(head),
      ...related,
      readAt: new Date().toISOString(),
      lastEventId: rows[0]?.last_sequence ?? firstSequence,
      blocks: Object.fromEntries(
        rows.map((row) => [row.block_id, { name: row.block_name, type: row.block_type }]),
      ),
      spans: await mapInTurns(rows, (row) => blockOf(row, startMs), spansPerTurn),
      tries: await mapInTurns(tries.rows, (row) => tryOf(row, startMs), spansPerTurn),
      spansOmitted: rows.length < maxSpans ? 0 : (await this.#spans(executionId)) - maxSpans,
    };
  }

  async #head(executionId: string, workspaceId: string) {
    const values = [executionId, workspaceId];
    const { rows } = await this.database.pool.query<HeadRow>(traceHeadSql, values);
    const [head] = await withOpenState(this.database.pool, rows);
    if (head === undefined) throw notFound('execution');
    return head;
  }

  async #spans(executionId: string): Promise<number> {
    const { rows } = await this.database.pool.query<{ spans: number }>(traceSpanCountSql, [
      executionId,
    ]);
    return rows[0]?.spans ?? 0;
  }
}

type TraceHead = Omit<
  Trace,
  'readAt' | 'children' | 'reruns' | 'lastEventId' | 'blocks' | 'spans' | 'tries' | 'spansOmitted'
>;

const headOf = (row: HeadRow & { readonly open_text: string | null }): TraceHead => ({
  executionId: row.execution_id,
  logId: row.id,
  workflow: { id: row.workflow_id, name: row.workflow_name, deleted: row.workflow_deleted },
  deploymentVersion: row.deployment_version,
  draft: row.deployment_version < 0,
  trigger: row.trigger,
  triggerBlockId: row.trigger_block_id,
  status: row.status,
  result:
    row.ended_at === null ? row.open_text : endedText(row.result, row.error, row.failed_attempts),
  fingerprint: row.fingerprint,
  parent:
    row.parent_execution_id === null
      ? null
      : { executionId: row.parent_execution_id, blockId: row.parent_block_id },
  rerunOf: row.rerun_of,
  startedAt: row.started_at.toISOString(),
  beganAt: row.began_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  totalDurationMs: row.total_duration_ms,
  ledger: {
    topic: topics.events,
    partition: row.ledger_partition,
    firstOffset: row.first_offset,
    lastOffset: row.last_offset,
  },
  cost: { total: row.cost_total, tokens: row.cost?.tokens ?? noTokens },
  error: row.error,
  definition: jsonText(row.definition),
  layout: jsonText(row.layout),
});

/** What is usual is left out: there may be ten thousand of them. */
function blockOf(row: SpanRow, executionStartMs: number): TraceBlock {
  const { started_at: startedAt, ended_at: endedAt, ports } = row;
  const status = Number(row.http_status);
  return {
    id: spanIdOf(row.block_id, row.iteration),
    at: startedAt.getTime() - executionStartMs,
    ms: endedAt === null ? null : Math.max(0, endedAt.getTime() - startedAt.getTime()),
    ...(endedAt !== null && !(ports.length === 1 && ports[0] === 'out') && { ports }),
    ...(row.attempts > 1 && { attemptCount: row.attempts }),
    ...(row.cost > 0 && { cost: row.cost }),
    ...(row.tokens !== null && { tokens: row.tokens }),
    ...(row.ledger_offset !== null && { offset: row.ledger_offset }),
    ...(row.error_code !== null && {
      error: {
        code: row.error_code,
        message: row.error_message ?? '',
        status: Number.isInteger(status) && status > 0 ? status : null,
      },
    }),
    ...(row.child_id !== null && { executionId: row.child_id }),
  };
}

const tryOf = (row: TryRow, executionStartMs: number): FailedTry => ({
  id: spanIdOf(row.block_id, row.iteration),
  attemptNumber: row.attempt_number,
  status: row.status,
  code: row.error_code,
  message: row.message,
  at: row.occurred_at.getTime() - executionStartMs,
  ms: row.duration_ms,
  retryAt: row.retry_at.getTime() - executionStartMs,
  ...(row.ledger_offset !== null && { offset: row.ledger_offset }),
});
