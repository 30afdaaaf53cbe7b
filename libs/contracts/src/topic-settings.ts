/**
 * Partitions, retention, cleanup and largest record of every topic: the one file to change for
 * `npm run topics`. `planTopics` compares it with the cluster. The descriptions of the topics are
 * in `*-topics.ts`.
 */
import { delayTiers, maxRecordBytes, topics } from './topics.js';

export interface TopicSettings {
  /** `ledger`: FLOWLEDGER_LEDGER_PARTITIONS partitions; these topics are co-partitioned. */
  readonly partitions: number | 'ledger';
  /**
   * Whether partitions may be added while the topic is in use. Only for topics that promise no
   * order: a key moves to another partition, and its existing records do not.
   */
  readonly growable: boolean;
  /** Topic configuration under Kafka's own names. */
  readonly config: Readonly<Record<string, string>>;
}

const dayMs = 24 * 60 * 60 * 1000;

const kept = (retentionMs: number, cleanup: 'delete' | 'compact' = 'delete') => ({
  'cleanup.policy': cleanup,
  'retention.ms': String(retentionMs),
  'max.message.bytes': String(maxRecordBytes),
});
const days = (n: number): Record<string, string> => kept(n * dayMs);
const forever = kept(-1);
/** Kafka deletes whole segments only. */
const brief = (minutes: number): Record<string, string> => ({
  ...kept(minutes * 60_000),
  'segment.ms': String(minutes * 60_000),
});

const ledger = (config: Record<string, string>): TopicSettings => ({
  partitions: 'ledger',
  growable: false,
  config,
});
const due = (partitions: number): TopicSettings => ({
  partitions,
  growable: true,
  config: days(14),
});

const settings: Readonly<Record<string, TopicSettings>> = {
  // The ledger itself: everything else can be rebuilt from it.
  // The broker's time shows which requests were appended long after their id was reserved.
  [topics.requests]: ledger({ ...forever, 'message.timestamp.type': 'LogAppendTime' }),
  [topics.control]: ledger(forever),
  [topics.events]: ledger(forever),
  [topics.claims]: { partitions: 1, growable: false, config: kept(-1, 'compact') },
  // Published from the ledger. Webhook deliveries read `completed`: a delivery outage longer than
  // its retention loses webhooks.
  [topics.steps]: ledger(days(7)),
  [topics.completed]: ledger(days(30)),
  [topics.deliveryRequests]: due(6),
  [topics.deliveryEvents]: { partitions: 6, growable: false, config: forever },
  [topics.subscriptionEvents]: { partitions: 1, growable: false, config: forever },
  // One partition, so that an auditor reads all actions in one order.
  [topics.auditEvents]: { partitions: 1, growable: false, config: forever },
  // For pages that are open: an hour is enough to come back.
  [topics.changes]: { partitions: 1, growable: false, config: brief(60) },
  [topics.presence]: { partitions: 1, growable: false, config: brief(5) },
  [topics.deliveryDead]: { partitions: 1, growable: true, config: days(90) },
  ...Object.fromEntries(delayTiers.map(({ topic }) => [topic, due(3)])),
};

/** Frames that could not be decoded, kept for an operator to inspect. */
const poison: TopicSettings = { partitions: 1, growable: true, config: days(90) };

export const settingsOf = (topic: string): TopicSettings => settings[topic] ?? poison;

/** With three or more replicas, two must have a record before it is acknowledged; otherwise one. */
export const minInsyncReplicasFor = (replicationFactor: number): number =>
  replicationFactor >= 3 ? 2 : 1;
