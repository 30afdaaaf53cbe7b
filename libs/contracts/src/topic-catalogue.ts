/**
 * Every topic as its readers need to know it. Data only. The one source for the topics that are
 * created (`topicDeclarations`), checked (`npm run topics`, `npm run schemas:check`), served by the
 * registry and shown in AsyncAPI at /docs/events.
 */
import { deliveryTopics, poisonTopics } from './delivery-topics.js';
import { ledgerTopics, publishedTopics } from './ledger-topics.js';
import {
  cloudEvents,
  describedTopic,
  repeats,
  type TopicDescription,
  type TopicWords,
} from './topic-description.js';
import { headers } from './headers.js';
import { minInsyncReplicasFor } from './topic-settings.js';
import { topics } from './topics.js';

/** Actions taken through the management API. */
const auditTopics: readonly TopicWords[] = [
  {
    name: topics.auditEvents,
    audience: 'public',
    purpose: 'Who changed what, when and from where: every management action, and how it ended.',
    why: 'For teams that watch or keep what is done to workspaces; holds addresses of callers, so grant it with care.',
    key: 'workspaceId',
    ordering: 'In the order in which the actions were written down; an end follows its request.',
    guarantee: repeats('the header event-id'),
    records: ['ManagementActionRequested', 'ManagementActionEnded'],
    headers: cloudEvents,
  },
];

/** What open pages are told. */
const pageTopics: readonly TopicWords[] = [
  {
    name: topics.changes,
    audience: 'internal',
    purpose: 'What changed in each workspace, for `GET /api/v1/stream`.',
    why: 'A hint to read again, without a promise; the ledger and the topics of deliveries have the facts.',
    key: 'workspaceId; empty: all workspaces',
    ordering: 'In the order in which projectors wrote it.',
    guarantee: 'At most once: after a crash, a record for all workspaces says that some are lost.',
    records: ['WorkspaceChanged'],
    headers: [headers.eventType],
  },
  {
    name: topics.presence,
    audience: 'internal',
    purpose: 'Who looks at which workflow now, for `GET /api/v1/stream`.',
    why: 'Names of people; old in half a minute.',
    key: 'workspaceId',
    ordering: 'None promised.',
    guarantee: 'At most once.',
    records: ['PresenceNoted'],
    headers: [headers.eventType],
  },
];

export const topicCatalogue: readonly TopicDescription[] = [
  ...ledgerTopics,
  ...publishedTopics,
  ...deliveryTopics,
  ...auditTopics,
  ...pageTopics,
  ...poisonTopics,
].map(describedTopic);

export type CompatibilityLevel = 'FULL_TRANSITIVE' | 'BACKWARD_TRANSITIVE';

/**
 * How far a topic's schemas may change. Readers and writers of public topics belong to other teams
 * and are not deployed together with ours.
 */
export const compatibilityOf = ({ audience }: TopicDescription): CompatibilityLevel =>
  audience === 'public' ? 'FULL_TRANSITIVE' : 'BACKWARD_TRANSITIVE';

/** Compared with the cluster by `npm run topics`. */
export interface TopicDeclaration {
  readonly name: string;
  readonly partitions: number;
  /** Partitions may be added while the topic is in use. */
  readonly growable: boolean;
  readonly config: Readonly<Record<string, string>>;
}

/**
 * All topics of the product.
 * @param ledgerPartitions partitions of the co-partitioned ledger topics (default 12)
 * @param replicationFactor sets `min.insync.replicas`: 2 with three or more replicas, else 1
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
