/**
 * Requests that may already have run, under their own id, without this owner knowing. The process
 * that reserved the id stalled before its append, and the request was repeated meanwhile (decision
 * 26).
 */
import { headers } from '@libs/contracts';
import type { ReceivedRecord } from '@libs/event-log';

/** At 600 ends a second, the last 10,000 ends that an owner remembers cover more than this. */
const lateAfterMs = 15_000;
/** Possible error of the runner's estimate of the Postgres clock. */
const uncertainMs = 1_000;

/** @param claimedAtMs when its partition was claimed, by the Postgres clock; null while unknown */
export function isLate(
  { timestampMs, headers: { [headers.reservedAt]: reservedAt } }: ReceivedRecord,
  claimedAtMs: number | null,
): boolean {
  if (reservedAt === undefined) return false;
  const reservedAtMs = Number(reservedAt);
  // This owner does not remember what ended under the previous one.
  if (claimedAtMs === null || reservedAtMs < claimedAtMs + uncertainMs) return true;
  return timestampMs - reservedAtMs > lateAfterMs;
}
