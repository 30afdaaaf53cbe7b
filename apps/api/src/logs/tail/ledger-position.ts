/**
 * Position of a log tail: per ledger partition, the offset of the next record to read. Opaque to
 * callers and bound to the filters it was issued for. The offsets are the ledger's own, so a
 * rebuilt read model continues a position exactly.
 */
import { z } from 'zod';
import { ApiError } from '../../errors/index.js';
import { epochMs } from '../../http/page.js';
import { fingerprintOf } from '../query/filter-fingerprint.js';
import type { TailParameters } from '../query/log-parameters.js';

export type LedgerOffsets = ReadonlyMap<number, number>;

export interface LedgerPosition {
  /** Kafka cluster these offsets belong to; empty before the first projected record. */
  readonly clusterId: string;
  /** Only executions that ended at or after this time count; from `startDate` of the first call. */
  readonly endedSince: Date | null;
  readonly offsets: LedgerOffsets;
}

const offset = z.int().min(0);
const shape = z.tuple([
  z.literal(1),
  z.string(),
  z.string(),
  epochMs.nullable(),
  z.array(z.tuple([z.int().min(0).max(1_000_000), offset])).max(10_000),
]);

/** Excludes `startDate`: the position stores it. */
const boundTo = ({ startDate: _, ...filters }: TailParameters): string => fingerprintOf(filters);

const refused = (problem: string): ApiError =>
  new ApiError(400, 'INVALID_CURSOR', `after: ${problem}`);

export const encodePosition = (
  parameters: TailParameters,
  { clusterId, endedSince, offsets }: LedgerPosition,
): string =>
  Buffer.from(
    JSON.stringify([
      1,
      boundTo(parameters),
      clusterId,
      endedSince?.getTime() ?? null,
      [...offsets].sort(([a], [b]) => a - b),
    ]),
  ).toString('base64url');

/** @throws ApiError 400 `INVALID_CURSOR` */
export function decodePosition(parameters: TailParameters, after: string): LedgerPosition {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(after, 'base64url').toString('utf8'));
  } catch {
    content = null;
  }
  const parsed = shape.safeParse(content);
  if (!parsed.success) throw refused('must be a position from this list');
  const [, bound, clusterId, endedSinceMs, offsets] = parsed.data;
  const endedSince = endedSinceMs === null ? null : new Date(endedSinceMs);
  if (bound !== boundTo(parameters)) {
    throw refused('belongs to other filters; start again without it');
  }
  if (
    parameters.startDate !== undefined &&
    parameters.startDate.getTime() !== endedSince?.getTime()
  ) {
    throw refused('belongs to another startDate; send startDate only with the first call');
  }
  return { clusterId, endedSince, offsets: new Map(offsets) };
}
