/** Keyset pages over (created_at, id), newest first. The opaque cursor is bound to its list. */
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

/** Spread this into the strict schema of a list's query. */
export const pageParameters = {
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  cursor: z.string().optional(),
};

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const cursorShape = z.tuple([z.string(), z.number().int(), z.uuid()]);

export const encodeCursor = (list: string, { createdAt, id }: PageKey): string =>
  Buffer.from(JSON.stringify([list, createdAt.getTime(), id])).toString('base64url');

export function decodeCursor(list: string, cursor: string): PageKey {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    content = null;
  }
  const parsed = cursorShape.safeParse(content);
  if (!parsed.success || parsed.data[0] !== list || Math.abs(parsed.data[1]) > 8.64e15) {
    throw new ApiError(400, 'INVALID_CURSOR', 'The cursor is not one that this list gave out');
  }
  return { createdAt: new Date(parsed.data[1]), id: parsed.data[2] };
}

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
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    data: rows.slice(0, limit).map(toView),
    ...(last !== undefined && { nextCursor: encodeCursor(list, last) }),
  };
}
