/** How far consumers are behind the ends of their topics. Pure. */
import type { SystemDetails } from './system.schemas.js';

export interface ConsumedOffset {
  readonly group_id: string;
  readonly topic: string;
  readonly partition: number;
  readonly next_offset: number;
}

type Consumers = NonNullable<SystemDetails['consumers']>;

/** @param ends by topic and partition; a topic that is gone is left out */
export function lagOf(
  offsets: readonly ConsumedOffset[],
  ends: ReadonlyMap<string, ReadonlyMap<number, number>>,
): Consumers {
  const lags = new Map<string, Consumers[number]>();
  for (const { group_id: group, topic, partition, next_offset } of offsets) {
    const end = ends.get(topic)?.get(partition);
    if (end === undefined) continue;
    const key = `${group} ${topic}`;
    const behind = Math.max(0, end - next_offset);
    lags.set(key, { group, topic, lag: (lags.get(key)?.lag ?? 0) + behind });
  }
  return [...lags.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, lag]) => lag);
}
