/**
 * Partitions, retention, cleanup and largest record of every topic: the one file to change for `npm run topics`. Compared with
 * the cluster by `planTopics`; the words about each topic stand in `*-topics.ts`.
 */
import { delayTiers, maxRecordBytes, topics } from './topics.js';

export interface TopicSettings {
  /** `ledger`: as many as the ledger has (FLOWLEDGER_LEDGER_PARTITIONS); these are co-partitioned. */
  readonly partitions: number | 'ledger';
  /**
   * Whether partitions may be added while in use. Only where no order is promised: a key moves to another partition, and what
   * is already there stays.
   */
  readonly growable: boolean;
  /** Topic configuration as Kafka names it. */
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
  // The ledger itself: everything else can be made again from it.
  // The brokers' time tells which requests were appended long after their id was reserved.
  [topics.requests]: ledger({ ...forever, 'message.timestamp.type': 'LogAppendTime' }),
  [topics.control]: ledger(forever),
  [topics.events]: ledger(forever),
  [topics.claims]: { partitions: 1, growable: false, config: kept(-1, 'compact') },
  // Published from the ledger. Webhook deliveries read `completed`: a longer standstill of delivery than this loses webhooks.
  [topics.steps]: ledger(days(7)),
  [topics.completed]: ledger(days(30)),
  [topics.deliveryRequests]: due(6),
  [topics.deliveryEvents]: { partitions: 6, growable: false, config: forever },
  [topics.subscriptionEvents]: { partitions: 1, growable: false, config: forever },
  // One partition: an auditor reads one order.
  [topics.auditEvents]: { partitions: 1, growable: false, config: forever },
  [topics.deliveryDead]: { partitions: 1, growable: true, config: days(90) },
  ...Object.fromEntries(delayTiers.map(({ topic }) => [topic, due(3)])),
};

/** Frames that nobody could read, kept until somebody looked. */
const poison: TopicSettings = { partitions: 1, growable: true, config: days(90) };

export const settingsOf = (topic: string): TopicSettings => settings[topic] ?? poison;

/** Two copies must have a record before it counts, where there are three; with fewer, one must do. */
export const minInsyncReplicasFor = (replicationFactor: number): number =>
  replicationFactor >= 3 ? 2 : 1;
