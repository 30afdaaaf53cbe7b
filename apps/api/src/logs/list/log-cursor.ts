/**
 * Where a page of logs ended. Opaque to callers and bound to the filters and order it was issued
 * for: with others, rows would be skipped silently.
 */
import { z } from 'zod';
import { ApiError } from '../../errors/index.js';
import { epochMs } from '../../http/page.js';
import { fingerprintOf } from '../query/filter-fingerprint.js';
import type { LogParameters } from '../query/log-parameters.js';
import type { LogPosition } from '../query/log.sql.js';
import { searchWindowOf, type SearchWindow } from '../query/log-search.js';

export interface LogKey extends LogPosition {
  /** The first page's search window; null without a search. */
  readonly window: SearchWindow | null;
}

const shape = z.union([
  z.tuple([z.literal(1), z.string(), epochMs, z.guid()]),
  z.tuple([z.literal(1), z.string(), epochMs, z.guid(), epochMs, epochMs]),
]);

export function encodeLogCursor(
  parameters: LogParameters,
  { startedAt, id, window }: LogKey,
): string {
  const bounds = window === null ? [] : [window.startDate.getTime(), window.endDate.getTime()];
  const content = [1, fingerprintOf(parameters), startedAt.getTime(), id, ...bounds];
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** @throws ApiError 400 `INVALID_CURSOR` */
export function decodeLogCursor(parameters: LogParameters, cursor: string): LogKey {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    content = null;
  }
  const parsed = shape.safeParse(content);
  if (!parsed.success)
    throw new ApiError(400, 'INVALID_CURSOR', 'cursor: must be a nextCursor from this list');
  const [, fingerprint, startedAt, id, from, to] = parsed.data;
  if (fingerprint !== fingerprintOf(parameters)) {
    throw new ApiError(
      400,
      'INVALID_CURSOR',
      'cursor: belongs to other filters or another order; start again without it',
    );
  }
  const window =
    from === undefined || to === undefined
      ? null
      : searchWindowOf({ startDate: new Date(from), endDate: new Date(to) }, to);
  return { startedAt: new Date(startedAt), id, window };
}
