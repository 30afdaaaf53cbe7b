/** The tries of a delivery as pips, and in words. */
export interface Tried {
  readonly state: string;
  readonly attemptCount: number;
  readonly nextDueAt: string | null;
}

type Pip = 'failed' | 'succeeded' | 'due';

/** A delivery as a row of the list of executions has it. */
export interface RowDelivery {
  readonly attempts: readonly ('ok' | 'failed')[];
  readonly nextAttemptAt: string | null;
}

/** Several receivers in one row: the one that is worst off, whose tries are the most. */
export function rowPips(deliveries: readonly RowDelivery[]): readonly Pip[] {
  const pips = deliveries.map(({ attempts, nextAttemptAt }): readonly Pip[] => [
    ...attempts.map((attempt) => (attempt === 'ok' ? 'succeeded' : 'failed')),
    ...(nextAttemptAt === null ? [] : (['due'] as const)),
  ]);
  const worst = (some: readonly Pip[]): number =>
    (some.at(-1) === 'succeeded' ? 0 : 100) + some.length;
  return pips.toSorted((a, b) => worst(b) - worst(a))[0] ?? [];
}

const mostPips = 12;

export function pipsOf({ state, attemptCount, nextDueAt }: Tried): readonly Pip[] {
  const isDone = state === 'succeeded';
  const failed = Math.min(mostPips, isDone ? attemptCount - 1 : attemptCount);
  const pips: Pip[] = Array.from({ length: Math.max(0, failed) }, () => 'failed');
  if (isDone) pips.push('succeeded');
  else if (nextDueAt !== null) pips.push('due');
  return pips;
}
