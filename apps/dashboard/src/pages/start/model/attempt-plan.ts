/**
 * The attempts of a delivery on the schedule of the service: those that were made, the one that is
 * due, and those that are planned. Pure.
 */

/** docs/reference/webhooks.md: each wait is from the end of the attempt before. */
const waits = ['0 s', '+5 s', '+15 s', '+1 min', '+3 min'] as const;

export interface PlannedDelivery {
  readonly state: string;
  readonly nextDueAt: string | null;
  readonly attempts: readonly {
    readonly step: number;
    readonly trigger: string;
    readonly status: number | null;
    readonly state: string;
  }[];
}

export interface PlannedAttempt {
  readonly mark: 'failed' | 'succeeded' | 'due' | 'planned';
  /** What the receiver answered; null without an answer, and before it. */
  readonly status: number | null;
  /** In the schedule. Null: a person sent it. */
  readonly wait: string | null;
}

/** A person may redeliver as often as they like. */
const mostShown = 7;

const waitOf = (step: number): string | null => waits[step - 1] ?? null;

/** @param delivery null: nothing was sent yet */
export function attemptPlan(delivery: PlannedDelivery | null): readonly PlannedAttempt[] {
  const { attempts = [], nextDueAt = null } = delivery ?? {};
  const made = attempts.map(({ step, trigger, status, state }): PlannedAttempt => ({
    mark: state === 'succeeded' ? 'succeeded' : 'failed',
    status,
    wait: trigger === 'automatic' ? waitOf(step) : null,
  }));
  const last = attempts.reduce(
    (most, { step, trigger }) => (trigger === 'automatic' ? Math.max(most, step) : most),
    0,
  );
  const left = waits.slice(last).map((wait, index): PlannedAttempt => ({
    mark: index === 0 && nextDueAt !== null ? 'due' : 'planned',
    status: null,
    wait,
  }));
  const all = [...made, ...left];
  return all.length <= mostShown
    ? all
    : [...made.slice(made.length + left.length - mostShown), ...left];
}
