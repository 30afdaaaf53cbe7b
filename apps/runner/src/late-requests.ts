/**
 * Which requests may have run already, under their own id, without this owner knowing: whoever reserved the id stood still before the
 * append, and somebody repeated the request meanwhile (docs/decisions/0026-a-late-request-is-a-repeat.md).
 */
import { headers } from '@libs/contracts';
import type { ReceivedRecord } from '@libs/event-log';

/** An owner remembers its last 10,000 ends, which is longer than this at 600 a second. */
const lateAfterMs = 15_000;
/** How far the runner's idea of Postgres' clock may be wrong. */
const uncertainMs = 1_000;

/**
 * @param claimedAtMs when its partition was claimed, by the clock of Postgres; null while that is not known
 */
export function isLate(
  { timestampMs, headers: { [headers.reservedAt]: reservedAt } }: ReceivedRecord,
  claimedAtMs: number | null,
): boolean {
  if (reservedAt === undefined) return false;
  const reservedAtMs = Number(reservedAt);
  // What ended under the owner before, this one does not remember.
  if (claimedAtMs === null || reservedAtMs < claimedAtMs + uncertainMs) return true;
  return timestampMs - reservedAtMs > lateAfterMs;
}
