/** Topics of webhook deliveries, and poison topics for frames that could not be decoded. */
import { headers } from './headers.js';
import { cloudEvents, repeats, type TopicWords } from './topic-description.js';
import { delayTiers, groups, poisonTopicOf, topics } from './topics.js';

const dueTopic = (name: string, purpose: string): TopicWords => ({
  name,
  audience: 'internal',
  purpose,
  why: 'Orders by reference to the delivery app; meaningless without its database.',
  key: 'hash of the receiver',
  ordering: 'None promised.',
  guarantee: repeats('(deliveryId, step)'),
  records: ['DeliveryDue'],
  headers: [headers.eventType, headers.dueAt],
});

export const deliveryTopics: readonly TopicWords[] = [
  dueTopic(topics.deliveryRequests, 'Webhook deliveries that are due now.'),
  {
    name: topics.deliveryEvents,
    audience: 'public',
    purpose: 'What happened to each webhook delivery.',
    why: 'For teams that watch whether receivers get their webhooks.',
    key: 'deliveryId',
    ordering: 'All records of one delivery are in one partition, in the order they happened.',
    guarantee: repeats('the header event-id'),
    records: ['DeliveryScheduled', 'DeliveryAttempted', 'DeliveryStateChanged'],
    headers: [...cloudEvents, headers.traceparent],
  },
  {
    name: topics.subscriptionEvents,
    audience: 'public',
    purpose: 'Webhook subscriptions that the service itself switched off.',
    why: 'For teams that want to know when a receiver stopped taking its webhooks.',
    key: 'subscriptionId',
    ordering: 'All records of one subscription are in one partition, in the order they happened.',
    guarantee: repeats('the header event-id'),
    records: ['SubscriptionDeactivated'],
    headers: cloudEvents,
  },
  {
    ...dueTopic(topics.deliveryDead, 'Deliveries that the pipeline itself could not handle.'),
    why: 'Faults of ours, for the people who run the service; a refusing receiver is a state of its delivery instead.',
    headers: [headers.eventType, headers.errorCode, headers.errorMessage],
  },
  ...delayTiers.map(({ name, topic }) =>
    dueTopic(topic, `Webhook deliveries that wait ${name} for their next attempt.`),
  ),
];

const consumerGroups = [
  groups.runner,
  groups.relay,
  groups.projectorExecutions,
  groups.projectorDeliveries,
  groups.deliveryFanout,
  groups.deliverySender,
  ...delayTiers.map((tier) => groups.deliveryDelay(tier.name)),
];

export const poisonTopics: readonly TopicWords[] = consumerGroups.map((group) => ({
  name: poisonTopicOf(group),
  audience: 'internal',
  purpose: `Records that ${group} could not read, byte for byte.`,
  why: 'For the people who run the service: nothing is dropped silently.',
  key: 'as in the source topic',
  ordering: 'By discovery.',
  guarantee: repeats('source-topic, source-partition and source-offset'),
  records: [],
  headers: [
    headers.errorCode,
    headers.errorMessage,
    headers.sourceTopic,
    headers.sourcePartition,
    headers.sourceOffset,
  ],
}));
