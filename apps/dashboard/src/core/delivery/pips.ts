/** The tries of a delivery as pips, and in words. */
export interface Tried {
  readonly state: string;
  readonly attemptCount: number;
  readonly nextDueAt: string | null;
}

type Pip = 'failed' | 'succeeded' | 'due';

const mostPips = 12;

export function pipsOf({ state, attemptCount, nextDueAt }: Tried): readonly Pip[] {
  const isDone = state === 'succeeded';
  const failed = Math.min(mostPips, isDone ? attemptCount - 1 : attemptCount);
  const pips: Pip[] = Array.from({ length: Math.max(0, failed) }, () => 'failed');
  if (isDone) pips.push('succeeded');
  else if (nextDueAt !== null) pips.push('due');
  return pips;
}
