/**
 * Circuit breaker of a crowded lane. It opens after several consecutive attempts without any
 * answer, stays open for a tier's delay, then lets one request through. Silence opens it for
 * longer. An answer closes it, and slots return one by one, so that a backlog does not hit a
 * recovering receiver. So does a silence once the lane is no longer crowded: the schedule of spec
 * 6.3 then holds without a breaker. Any answer counts, also a 500 or a refused connection: it costs
 * no waiting time, and the schedule handles it. Pure; times are monotonic ms.
 */
export interface Breaker {
  /** Consecutive attempts without an answer. */
  silentRun: number;
  /** How often it opened since the last answer. */
  openings: number;
  openUntil: number;
  /** Slots that the receiver has earned; unbounded until the breaker first opens. */
  slots: number;
}

/** `probing` is half-open: one request at a time. */
export type BreakerState = 'closed' | 'open' | 'probing';

const silentRunThatOpens = 3;

export const newBreaker = (): Breaker => ({
  silentRun: 0,
  openings: 0,
  openUntil: 0,
  slots: Number.POSITIVE_INFINITY,
});

export const isOpen = ({ openUntil }: Breaker, now: number): boolean => now < openUntil;

export function stateOf(breaker: Breaker, now: number): BreakerState {
  if (isOpen(breaker, now)) return 'open';
  return breaker.openings > 0 ? 'probing' : 'closed';
}

export const slotsOf = ({ openings, slots }: Breaker): number => (openings > 0 ? 1 : slots);

/**
 * Attempts that were in flight when it opened do not open it again.
 * @param isCrowded false if every due delivery of the lane can have a slot
 */
export function noteSilence(
  breaker: Breaker,
  now: number,
  { openMs, isCrowded }: { readonly openMs: readonly number[]; readonly isCrowded: boolean },
): void {
  breaker.silentRun += 1;
  if (isOpen(breaker, now)) return;
  if (!isCrowded) {
    breaker.openings = 0;
    breaker.slots = Number.POSITIVE_INFINITY;
    return;
  }
  if (breaker.openings === 0 && breaker.silentRun < silentRunThatOpens) return;
  const index = Math.min(breaker.openings, openMs.length - 1);
  breaker.openUntil = now + (openMs[index] ?? 0);
  breaker.openings += 1;
}

export function noteAnswer(breaker: Breaker): void {
  breaker.slots = breaker.openings > 0 ? 1 : breaker.slots + 1;
  breaker.silentRun = 0;
  breaker.openings = 0;
  breaker.openUntil = 0;
}
