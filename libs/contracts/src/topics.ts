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
  subscriptionEvents: 'webhook.subscription.events',
  auditEvents: 'management.audit.events',
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
/**
 * Outputs of one execution together, and its recorded inputs together: all of it is in one process' memory while it runs, and again
 * wherever it is shown.
 */
export const maxExecutionOutputBytes = 64 * 1024 * 1024;
/** Blocks of one execution that may have ended, each iteration counted: what is known of each takes half a kilobyte. */
export const maxExecutionResults = 250_000;
/** Input and output of one event together. */
export const maxEventPayloadBytes = 12 * 1024 * 1024;
