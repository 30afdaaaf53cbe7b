import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { hasExecutionEnded } from '../executions/known-execution.js';
import { notFound } from '../errors/index.js';
import { type DetailRow, spanKeyOf } from './span-views.js';
import { spanSql, triggerSpanSql } from './spans.sql.js';

export type PayloadPart = 'input' | 'output';

export interface SoughtSpan {
  readonly workspaceId: string;
  readonly executionId: string;
  readonly spanId: string;
}

/** Postgres stores neither a NUL nor half a surrogate pair. */
const isStorable = (id: string): boolean => !id.includes('\0') && id.isWellFormed();

interface FoundSpan {
  readonly row: DetailRow;
  readonly hasEnded: boolean;
}

/** Reads one block result, or the trigger, with as much of its payloads as is asked for. */
@Injectable()
export class SpanReader {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @throws ApiError 404 for an unknown execution or span */
  async find(
    { workspaceId, executionId, spanId }: SoughtSpan,
    parts: readonly PayloadPart[],
    maxCharacters: number,
  ): Promise<FoundSpan> {
    const { pool } = this.database;
    const hasEnded = await hasExecutionEnded(pool, executionId, workspaceId);
    if (!isStorable(spanId)) throw notFound('span');
    const { blockId, iteration } = spanKeyOf(spanId);
    const values = [executionId, blockId, iteration, maxCharacters, parts];
    for (const sql of [spanSql, triggerSpanSql]) {
      const { rows } = await pool.query<DetailRow>(sql, values);
      const [row] = rows;
      if (row !== undefined) return { row, hasEnded };
    }
    throw notFound('span');
  }
}
