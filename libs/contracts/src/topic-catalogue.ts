/**
 * Every topic as its readers need to know it: the one source of what is created (`topicDeclarations`), checked (`npm run topics`,
 * `npm run schemas:check`), served by the registry, and shown in AsyncAPI at /docs/events. Data only.
 */
import { auditTopics } from './audit-topics.js';
import { deliveryTopics, poisonTopics } from './delivery-topics.js';
import { ledgerTopics, publishedTopics } from './ledger-topics.js';
import { describedTopic, type TopicDescription } from './topic-description.js';
import { minInsyncReplicasFor } from './topic-settings.js';

export const topicCatalogue: readonly TopicDescription[] = [
  ...ledgerTopics,
  ...publishedTopics,
  ...deliveryTopics,
  ...auditTopics,
  ...poisonTopics,
].map(describedTopic);

export type CompatibilityLevel = 'FULL_TRANSITIVE' | 'BACKWARD_TRANSITIVE';

/** What a change of the schemas in a topic may do: others' readers and writers are not deployed together with ours. */
export const compatibilityOf = ({ audience }: TopicDescription): CompatibilityLevel =>
  audience === 'public' ? 'FULL_TRANSITIVE' : 'BACKWARD_TRANSITIVE';

/** What `npm run topics` compares with the cluster. */
export interface TopicDeclaration {
  readonly name: string;
  readonly partitions: number;
  /** Partitions may be added while in use. */
  readonly growable: boolean;
  readonly config: Readonly<Record<string, string>>;
}

/**
 * All topics of the product.
 * @param ledgerPartitions partitions of the co-partitioned ledger topics (default 12)
 * @param replicationFactor decides `min.insync.replicas`: 2 from three replicas on
 */
export const topicDeclarations = (
  ledgerPartitions = 12,
  replicationFactor = 1,
): TopicDeclaration[] =>
  topicCatalogue.map(({ name, partitions, growable, config }) => ({
    name,
    partitions: partitions === 'ledger' ? ledgerPartitions : partitions,
    growable,
    config: { ...config, 'min.insync.replicas': String(minInsyncReplicasFor(replicationFactor)) },
  }));
