import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { hasExecutionEnded } from '../executions/known-execution.js';
import type { Page } from '../http/page.js';
import type { SpansParameters, SpanSummary } from './span.schemas.js';
import { spanKeyOf, type SummaryRow, summaryOf } from './span-views.js';
import { spanPageSql } from './spans.sql.js';

/** A page of block results, in the order of block and iteration. */
export class ListSpans extends Query<Page<SpanSummary>> {
  constructor(
    readonly workspaceId: string,
    readonly executionId: string,
    readonly parameters: SpansParameters,
  ) {
    super();
  }
}

@QueryHandler(ListSpans)
export class ListSpansHandler implements IQueryHandler<ListSpans> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    workspaceId,
    executionId,
    parameters: { after, blockId, limit },
  }: ListSpans): Promise<Page<SpanSummary>> {
    const { pool } = this.database;
    const hasEnded = await hasExecutionEnded(pool, executionId, workspaceId);
    const key = after === undefined ? null : spanKeyOf(after);
    const position = [key?.blockId ?? null, key?.iteration ?? null];
    const values = [executionId, ...position, blockId ?? null, limit + 1];
    const { rows } = await pool.query<SummaryRow>(spanPageSql, values);
    const data = rows.slice(0, limit).map((row) => summaryOf(row, hasEnded));
    const last = data.at(-1);
    return { data, ...(rows.length > limit && last !== undefined && { nextCursor: last.id }) };
  }
}
