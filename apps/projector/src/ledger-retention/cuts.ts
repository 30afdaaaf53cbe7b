/** How far a partition of the ledger's topics may be deleted, and what holds the rest. Pure. */
import { topics } from '@libs/contracts';
import type { TopicPartition } from '@libs/event-log';

const msPerHour = 3_600_000;
const msPerDay = 24 * msPerHour;

/** The first offset that a reader may still ask for. */
export interface Need {
  readonly by: string;
  readonly offset: number;
}

export interface Cutoff {
  readonly topic: string;
  /** Records from then on stay. */
  readonly beforeMs: number;
}

export interface Standing extends TopicPartition {
  /** Offset of the first record in Kafka. */
  readonly logStart: number;
  /** Offset of the first record that stays because of its age; the end where there is none. */
  readonly youngFrom: number;
  /** The archive has every record before this offset that it must have. */
  readonly archivedUntil: number;
  readonly needs: readonly Need[];
}

export interface Cut extends Standing {
  /** Records before it may leave Kafka; `logStart` when none may. */
  readonly deleteBefore: number;
  /** What keeps records past their time in Kafka; null when nothing does. */
  readonly heldBy: string | null;
}

export function cutOf(standing: Standing): Cut {
  const { logStart, youngFrom, archivedUntil, needs } = standing;
  const held = [{ by: 'the archive', offset: archivedUntil }, ...needs].reduce((lowest, need) =>
    need.offset < lowest.offset ? need : lowest,
  );
  return {
    ...standing,
    deleteBefore: Math.max(logStart, Math.min(youngFrom, held.offset)),
    heldBy: held.offset < youngFrom ? held.by : null,
  };
}

/**
 * Requests and commands first: while Kafka has a request it also has what came of it. A runner that
 * lost its offsets would otherwise take old requests for new ones. Whole days, so that an archive
 * gets one file a day and partition, not one an hour.
 * @param days records of the last `days` days stay
 */
export function retentionCutoffs(now: number, days: number): readonly Cutoff[] {
  const beforeMs = (Math.floor(now / msPerDay) - days) * msPerDay;
  return [
    ...[topics.requests, topics.control, topics.deliveryEvents].map((topic) => ({
      topic,
      beforeMs,
    })),
    // Brokers stamp requests, runners stamp events: their clocks may differ by less than this.
    { topic: topics.events, beforeMs: beforeMs - msPerHour },
  ];
}

/** For an operator who names the time: the topics that only rebuilds read from the start. */
export const namedCutoffs = (beforeMs: number): readonly Cutoff[] =>
  [topics.events, topics.deliveryEvents].map((topic) => ({ topic, beforeMs }));
