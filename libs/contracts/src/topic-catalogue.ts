/**
 * Every topic as its readers need to know it: the one source of what is created (`topicDeclarations`), checked (`npm run topics`,
 * `npm run schemas:check`), served by the registry, and shown in AsyncAPI at /docs/events. Data only.
 */
import { deliveryTopics, poisonTopics } from './delivery-topics.js';
import { ledgerTopics, publishedTopics } from './ledger-topics.js';
import type { TopicDescription } from './topic-description.js';

export const topicCatalogue: readonly TopicDescription[] = [
  ...ledgerTopics,
  ...publishedTopics,
  ...deliveryTopics,
  ...poisonTopics,
];

export type CompatibilityLevel = 'FULL_TRANSITIVE' | 'BACKWARD_TRANSITIVE';

/** What a change of the schemas in a topic may do: others' readers and writers are not deployed together with ours. */
export const compatibilityOf = ({ audience }: TopicDescription): CompatibilityLevel =>
  audience === 'public' ? 'FULL_TRANSITIVE' : 'BACKWARD_TRANSITIVE';

/** Declaration of one topic; the partition count is set at creation. */
export interface TopicDeclaration {
  readonly name: string;
  readonly partitions: number;
  readonly config: Readonly<Record<string, string>>;
}

/**
 * All topics of the product.
 * @param ledgerPartitions partitions of the co-partitioned ledger topics (default 12)
 */
export const topicDeclarations = (ledgerPartitions = 12): TopicDeclaration[] =>
  topicCatalogue.map(({ name, partitions, config }) => ({
    name,
    partitions: partitions === 'ledger' ? ledgerPartitions : partitions,
    config,
  }));
