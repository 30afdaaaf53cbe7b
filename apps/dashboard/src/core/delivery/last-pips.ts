/** The last deliveries of each subscription, a pip each, oldest first. */
export interface LastDelivery {
  readonly subscriptionId: string;
  readonly state: string;
  readonly nextDueAt: string | null;
}

type Pip = 'failed' | 'succeeded' | 'due';

const mostPips = 4;
/** Nothing was sent of them. */
const unsent = new Set(['suppressed', 'dropped']);

const pipOf = ({ state, nextDueAt }: LastDelivery): Pip => {
  if (state === 'succeeded') return 'succeeded';
  return nextDueAt === null && state !== 'pending' ? 'failed' : 'due';
};

/** @param deliveries newest first */
export function lastPips(deliveries: readonly LastDelivery[]): ReadonlyMap<string, readonly Pip[]> {
  const sent = deliveries.filter(({ state }) => !unsent.has(state));
  const groups = Map.groupBy(sent, ({ subscriptionId }) => subscriptionId);
  return new Map(
    [...groups].map(([id, its]) => [id, its.slice(0, mostPips).map(pipOf).toReversed()]),
  );
}
