import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { shownPart } from './shown-part.js';
import type { SpanDetail, SpanParameters } from './span.schemas.js';
import { spanKeyOf, summaryOf } from './span-views.js';
import { SpanReader, type SoughtSpan } from './span.reader.js';
import { attemptsOfSpanSql } from './spans.sql.js';

export class GetSpan extends Query<SpanDetail> {
  constructor(
    readonly sought: SoughtSpan,
    readonly parameters: SpanParameters,
  ) {
    super();
  }
}

interface AttemptRow {
  readonly attempt_number: number;
  readonly status: number | null;
  readonly error_code: string;
  readonly message: string;
  readonly duration_ms: number;
  readonly occurred_at: Date;
  readonly retry_at: Date;
}

const maxAttempts = 1_000;

@QueryHandler(GetSpan)
export class GetSpanHandler implements IQueryHandler<GetSpan> {
  constructor(
    @Inject(SpanReader) private readonly reader: SpanReader,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async execute({ sought, parameters: { part, maxBytes } }: GetSpan): Promise<SpanDetail> {
    const parts = part === undefined ? (['input', 'output'] as const) : [part];
    const { row, hasEnded } = await this.reader.find(sought, parts, maxBytes);
    return {
      ...summaryOf(row, hasEnded),
      attempts: await this.#attempts(sought),
      input: shownPart(row.input, row.input_bytes, maxBytes),
      output: shownPart(row.output, row.output_bytes, maxBytes),
    };
  }

  async #attempts({ executionId, spanId }: SoughtSpan): Promise<SpanDetail['attempts']> {
    const { blockId, iteration } = spanKeyOf(spanId);
    const values = [executionId, blockId, iteration, maxAttempts];
    const { rows } = await this.database.pool.query<AttemptRow>(attemptsOfSpanSql, values);
    return rows.map((row) => ({
      attemptNumber: row.attempt_number,
      status: row.status,
      errorCode: row.error_code,
      message: row.message,
      durationMs: row.duration_ms,
      occurredAt: row.occurred_at.toISOString(),
      retryAt: row.retry_at.toISOString(),
    }));
  }
}
