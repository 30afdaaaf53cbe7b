/** Every persisted name of the Kafka side, spelled once. Renaming one loses data: never do it (design.md section 2). */

export const topics = {
  requests: 'workflow.execution.requests',
  control: 'workflow.execution.control',
  events: 'workflow.execution.events',
  claims: 'workflow.execution.claims',
  steps: 'workflow.execution.steps',
  completed: 'workflow.execution.completed',
  deliveryRequests: 'webhook.delivery.requests',
  deliveryEvents: 'webhook.delivery.events',
  deliveryDead: 'webhook.delivery.dead',
} as const;

/** Delay tiers in order; a tier is one topic (spec 6.3). */
export const delayTiers = [
  { name: '5s', delayMs: 5_000, topic: 'webhook.delivery.delay.5s' },
  { name: '15s', delayMs: 15_000, topic: 'webhook.delivery.delay.15s' },
  { name: '1m', delayMs: 60_000, topic: 'webhook.delivery.delay.1m' },
  { name: '3m', delayMs: 180_000, topic: 'webhook.delivery.delay.3m' },
  { name: '10m', delayMs: 600_000, topic: 'webhook.delivery.delay.10m' },
] as const;

/** Consumer groups. A renamed group re-reads its topics from the start. */
export const groups = {
  runner: 'flowledger-runner',
  relay: 'flowledger-relay',
  projectorExecutions: 'flowledger-projector-executions',
  projectorDeliveries: 'flowledger-projector-deliveries',
  deliveryFanout: 'flowledger-delivery-fanout',
  deliverySender: 'flowledger-delivery-sender',
  deliveryDelay: (tier: string): string => `flowledger-delivery-delay-${tier}`,
} as const;

/** Where a consumer group puts the frames it could not decode. */
export const poisonTopicOf = (group: string): string => `${group}.poison`;

/** Largest record on ledger topics; the broker's max.message.bytes (design.md section 2). */
export const maxRecordBytes = 16 * 1024 * 1024;
/** Largest trigger body the edge accepts. */
export const maxTriggerBodyBytes = 10 * 1024 * 1024;
/** Largest output of one block, as JSON text. */
export const maxBlockOutputBytes = 5 * 1024 * 1024;
/** Input and output of one event together. */
export const maxEventPayloadBytes = 12 * 1024 * 1024;

/** Declaration of one topic; the partition count is set at creation. */
export interface TopicDeclaration {
  readonly name: string;
  readonly partitions: number;
  readonly config: Readonly<Record<string, string>>;
}

const day = 24 * 60 * 60 * 1000;

/**
 * All topics of the product.
 * @param ledgerPartitions partitions of the co-partitioned ledger topics (default 12)
 */
export function topicDeclarations(ledgerPartitions = 12): TopicDeclaration[] {
  const forever = { 'retention.ms': '-1', 'max.message.bytes': String(maxRecordBytes) };
  const days = (n: number): Record<string, string> => ({ 'retention.ms': String(n * day) });
  const consumerGroups = [
    groups.runner,
    groups.relay,
    groups.projectorExecutions,
    groups.projectorDeliveries,
    groups.deliveryFanout,
    groups.deliverySender,
    ...delayTiers.map((tier) => groups.deliveryDelay(tier.name)),
  ];
  return [
    { name: topics.requests, partitions: ledgerPartitions, config: forever },
    { name: topics.control, partitions: ledgerPartitions, config: forever },
    { name: topics.events, partitions: ledgerPartitions, config: forever },
    { name: topics.claims, partitions: 1, config: { 'cleanup.policy': 'compact' } },
    {
      name: topics.steps,
      partitions: ledgerPartitions,
      config: { ...days(7), 'max.message.bytes': String(maxRecordBytes) },
    },
    {
      name: topics.completed,
      partitions: ledgerPartitions,
      config: { ...days(30), 'max.message.bytes': String(maxRecordBytes) },
    },
    { name: topics.deliveryRequests, partitions: 6, config: days(14) },
    { name: topics.deliveryEvents, partitions: 6, config: forever },
    { name: topics.deliveryDead, partitions: 1, config: days(90) },
    ...delayTiers.map((tier) => ({ name: tier.topic, partitions: 3, config: days(14) })),
    ...consumerGroups.map((group) => ({
      name: poisonTopicOf(group),
      partitions: 1,
      config: { ...days(90), 'max.message.bytes': String(maxRecordBytes) },
    })),
  ];
}
