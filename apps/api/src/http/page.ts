/** Keyset pages over (created_at, id), newest first. The opaque cursor is bound to its list. */
import type { Pool } from 'pg';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.js';

export interface Page<T> {
  readonly data: readonly T[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface PageKey {
  readonly createdAt: Date;
  readonly id: string;
}

export const limitDescription = 'Entries per page.';
export const cursorDescription =
  '`nextCursor` of the previous page, with the same filters and order.';

/** Spread this into the strict schema of a list's query. */
export const pageParameters = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .meta({ example: 50, description: limitDescription }),
  cursor: z.string().optional().meta({ description: cursorDescription }),
};

export const pageQuery = z.strictObject(pageParameters);

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A time that a Date and Postgres have: not before 4713 BC. */
export const epochMs = z.int().min(-2e14).max(8.64e15);
const keyShape = z.tuple([epochMs, z.guid()]);

const encoded = (list: string, key: readonly unknown[]): string =>
  Buffer.from(JSON.stringify([list, ...key])).toString('base64url');

function decoded<T>(list: string, cursor: string, shape: z.ZodType<T>): T {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    content = null;
  }
  const [name, ...key] = Array.isArray(content) ? (content as unknown[]) : [];
  const parsed = shape.safeParse(key);
  if (name !== list || !parsed.success)
    throw new ApiError(400, 'INVALID_CURSOR', 'The cursor is not from this list');
  return parsed.data;
}

/** The cursor after that row. */
export const encodeCursor = (list: string, { createdAt, id }: PageKey): string =>
  encoded(list, [createdAt.getTime(), id]);

export function decodeCursor(list: string, cursor: string): PageKey {
  const [createdAtMs, id] = decoded(list, cursor, keyShape);
  return { createdAt: new Date(createdAtMs), id };
}

/** For a list that is ordered by several values. */
export const encodeKey = (list: string, key: readonly unknown[]): string => encoded(list, key);

export const decodeKey = <T>(list: string, cursor: string, shape: z.ZodType<T>): T =>
  decoded(list, cursor, shape);

const numberShape = z.tuple([z.int32()]);

/** For a list that is ordered by a number. */
export const encodeNumber = (list: string, number: number): string => encoded(list, [number]);

export const decodeNumber = (list: string, cursor: string): number =>
  decoded(list, cursor, numberShape)[0];

const textShape = z.tuple([z.string().max(1_000)]);

/** For a list that is ordered by a name. */
export const encodeText = (list: string, text: string): string => encoded(list, [text]);

export const decodeText = (list: string, cursor: string): string =>
  decoded(list, cursor, textShape)[0];

/**
 * One page of a query whose entity has createdAt and id.
 * @param list binds the cursor, e.g. `workflows:<workspace id>`
 * @throws ApiError 400 `INVALID_CURSOR`
 */
export async function pageOf<E extends ObjectLiteral & PageKey, T>(
  query: SelectQueryBuilder<E>,
  list: string,
  { limit, cursor }: PageRequest,
  toView: (row: E) => T,
): Promise<Page<T>> {
  const { alias } = query;
  if (cursor !== undefined) {
    query.andWhere(
      `(${alias}.created_at, ${alias}.id) < (:createdAt, :id)`,
      decodeCursor(list, cursor),
    );
  }
  const rows = await query
    .orderBy(`${alias}.createdAt`, 'DESC')
    .addOrderBy(`${alias}.id`, 'DESC')
    .limit(limit + 1)
    .getMany();
  return pageFrom(rows, list, limit, toView, (row) => row);
}

interface SqlList<R> {
  readonly pool: Pool;
  /** Its last parameters are the position (time, id) and the limit. */
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly keyOf: (row: R) => PageKey;
}

export const keyOfRow = ({ created_at, id }: { created_at: Date; id: string }): PageKey => ({
  createdAt: created_at,
  id,
});

/** The same for a list in SQL. */
export async function pageOfSql<R extends object, T>(
  { pool, sql, values, keyOf }: SqlList<R>,
  list: string,
  { limit, cursor }: PageRequest,
  toView: (row: R) => T,
): Promise<Page<T>> {
  const after = cursor === undefined ? null : decodeCursor(list, cursor);
  const position = [after?.createdAt ?? null, after?.id ?? null];
  const { rows } = await pool.query<R>(sql, [...values, ...position, limit + 1]);
  return pageFrom(rows, list, limit, toView, keyOf);
}

/** @param rows one more than the limit, when there is a next page */
function pageFrom<R, T>(
  rows: readonly R[],
  list: string,
  limit: number,
  toView: (row: R) => T,
  keyOf: (row: R) => PageKey,
): Page<T> {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    data: rows.slice(0, limit).map(toView),
    ...(last !== undefined && { nextCursor: encodeCursor(list, keyOf(last)) }),
  };
}
