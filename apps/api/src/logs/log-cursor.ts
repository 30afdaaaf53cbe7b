/**
 * Where a page of logs ended. Opaque to callers, and bound to the filters and the order it was given out for: with others, rows
 * would be skipped without anybody noticing.
 */
import { z } from 'zod';
import { ApiError } from '../errors/index.js';
import { fingerprintOf } from './filter-fingerprint.js';
import type { LogParameters } from './log-parameters.js';

export interface LogKey {
  readonly startedAt: Date;
  readonly id: string;
}

const shape = z.tuple([z.literal(1), z.string(), z.int().min(-8.64e15).max(8.64e15), z.uuid()]);

export const encodeLogCursor = (parameters: LogParameters, { startedAt, id }: LogKey): string =>
  Buffer.from(JSON.stringify([1, fingerprintOf(parameters), startedAt.getTime(), id])).toString(
    'base64url',
  );

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
    throw new ApiError(400, 'INVALID_CURSOR', 'cursor: must be a nextCursor of this list');
  const [, fingerprint, startedAt, id] = parsed.data;
  if (fingerprint !== fingerprintOf(parameters)) {
    throw new ApiError(
      400,
      'INVALID_CURSOR',
      'cursor: belongs to other filters or another order; begin again without it',
    );
  }
  return { startedAt: new Date(startedAt), id };
}
