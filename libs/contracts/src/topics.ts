/** Every persisted Kafka name, in one place. Never rename one: its data would be lost. */

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
  changes: 'management.workspace.changes',
  presence: 'management.workspace.presence',
} as const;

/** Delay tiers in order; a tier is one topic (spec 6.3). */
export const delayTiers = [
  { name: '5s', delayMs: 5_000, topic: 'webhook.delivery.delay.5s' },
  { name: '15s', delayMs: 15_000, topic: 'webhook.delivery.delay.15s' },
  { name: '1m', delayMs: 60_000, topic: 'webhook.delivery.delay.1m' },
  { name: '3m', delayMs: 180_000, topic: 'webhook.delivery.delay.3m' },
  { name: '10m', delayMs: 600_000, topic: 'webhook.delivery.delay.10m' },
] as const;

/** Consumer groups. A renamed group reads its topics again from the start. */
export const groups = {
  runner: 'flowledger-runner',
  relay: 'flowledger-relay',
  projectorExecutions: 'flowledger-projector-executions',
  projectorDeliveries: 'flowledger-projector-deliveries',
  projectorAudit: 'flowledger-projector-audit',
  deliveryFanout: 'flowledger-delivery-fanout',
  deliverySender: 'flowledger-delivery-sender',
  deliveryDelay: (tier: string): string => `flowledger-delivery-delay-${tier}`,
} as const;

/** Topic for the frames that a consumer group could not decode. */
export const poisonTopicOf = (group: string): string => `${group}.poison`;

/** Largest record; every topic sets it as max.message.bytes. */
export const maxRecordBytes = 16 * 1024 * 1024;
/** Largest trigger body the edge accepts. */
export const maxTriggerBodyBytes = 10 * 1024 * 1024;
/** All variables of its workspace that one execution may read, as JSON text: kept in its start. */
export const maxEnvironmentBytes = 128 * 1024;
/** Largest output of one block, as JSON text. */
export const maxBlockOutputBytes = 5 * 1024 * 1024;
/**
 * Limit for the outputs of one execution together, and likewise for its recorded inputs. One
 * process holds all of them in memory while it runs, and again wherever they are shown.
 */
export const maxExecutionOutputBytes = 64 * 1024 * 1024;
/**
 * Most ended blocks of one execution, counting each iteration. Each takes half a kilobyte of state.
 */
export const maxExecutionResults = 250_000;
/** Largest input plus output of one event. */
export const maxEventPayloadBytes = 12 * 1024 * 1024;
