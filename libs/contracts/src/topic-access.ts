/**
 * The Kafka rights that each app needs, and no others: for `npm run topics -- acls|grant` and
 * docs/operations/kafka-security.md. test/kafka-security.e2e-spec.ts runs every app with exactly
 * these rights.
 */
import { delayTiers, groups, poisonTopicOf, topics } from './topics.js';

export type AccessOperation =
  | 'read'
  | 'write'
  | 'create'
  | 'delete'
  | 'alter'
  | 'describe'
  | 'describeConfigs'
  | 'alterConfigs';

export interface AccessGrant {
  readonly resource: 'topic' | 'group' | 'transactionalId';
  readonly name: string;
  /** `prefixed`: every name that starts with `name`. */
  readonly pattern: 'literal' | 'prefixed';
  readonly operation: AccessOperation;
}

export type AccessRole = 'migrate' | 'api' | 'runner' | 'relay' | 'projector' | 'delivery';

const on =
  (
    resource: AccessGrant['resource'],
    operation: AccessOperation,
    pattern: AccessGrant['pattern'] = 'literal',
  ) =>
  (...names: readonly string[]): AccessGrant[] =>
    names.map((name) => ({ resource, name, pattern, operation }));

const reads = on('topic', 'read');
const writes = on('topic', 'write');

/** A consumer group reads, and copies records that it can't decode to its poison topic. */
const joins = (...names: readonly string[]): AccessGrant[] => [
  ...on('group', 'read')(...names),
  ...writes(...names.map(poisonTopicOf)),
];

const ourPrefixes = ['workflow.execution.', 'webhook.', 'management.', 'flowledger-'];
const onAllTopics = (...operations: readonly AccessOperation[]): AccessGrant[] =>
  operations.flatMap((operation) => on('topic', operation, 'prefixed')(...ourPrefixes));

const delayTopics = delayTiers.map(({ topic }) => topic);

const rights: Readonly<Record<AccessRole, readonly AccessGrant[]>> = {
  migrate: onAllTopics('create', 'alter', 'alterConfigs'),
  api: [
    ...writes(
      topics.requests,
      topics.control,
      topics.deliveryRequests,
      topics.deliveryEvents,
      topics.auditEvents,
      topics.presence,
    ),
    ...reads(topics.requests, topics.events, topics.claims, topics.changes, topics.presence),
    // One group per process, each with its own name.
    ...on('group', 'read', 'prefixed')('flowledger-live-tail-', 'flowledger-page-feed-'),
  ],
  runner: [
    ...reads(topics.requests, topics.control, topics.events, topics.claims),
    ...writes(topics.requests, topics.control, topics.events, topics.claims),
    ...joins(groups.runner),
  ],
  relay: [
    ...reads(topics.events, topics.claims),
    ...writes(topics.steps, topics.completed),
    ...joins(groups.relay),
    ...on('transactionalId', 'write', 'prefixed')('relay-'),
  ],
  projector: [
    ...reads(topics.events, topics.claims, topics.deliveryEvents, topics.auditEvents),
    ...writes(topics.changes),
    ...joins(groups.projectorExecutions, groups.projectorDeliveries),
    ...on('group', 'read')(groups.projectorAudit),
  ],
  delivery: [
    ...reads(topics.completed, topics.deliveryRequests, ...delayTopics),
    ...writes(
      topics.deliveryRequests,
      topics.deliveryEvents,
      topics.deliveryDead,
      topics.subscriptionEvents,
      topics.changes,
      ...delayTopics,
    ),
    ...joins(
      groups.deliveryFanout,
      groups.deliverySender,
      ...delayTiers.map(({ name }) => groups.deliveryDelay(name)),
    ),
  ],
};

/** With FLOWLEDGER_LEDGER_RETENTION_DAYS, projectors archive these topics and delete records. */
const archivedTopics = [topics.requests, topics.control, topics.events, topics.deliveryEvents];
const ledgerRetention: readonly AccessGrant[] = [
  ...reads(topics.requests, topics.control),
  ...on('topic', 'delete')(...archivedTopics),
  // How far runners and relays have read.
  ...on('group', 'describe')(groups.runner, groups.relay),
];

export const accessRoles = Object.keys(rights) as AccessRole[];

/** Every role may also compare the topics with their declaration; the readiness check does so. */
export const accessOf = (
  role: AccessRole,
  { deletesLedger = false }: { readonly deletesLedger?: boolean } = {},
): readonly AccessGrant[] => [
  ...onAllTopics('describe', 'describeConfigs'),
  ...rights[role],
  ...(role === 'projector' && deletesLedger ? ledgerRetention : []),
];

const flags: Readonly<Record<AccessGrant['resource'], string>> = {
  topic: '--topic',
  group: '--group',
  transactionalId: '--transactional-id',
};
const capital = (word: string): string => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`;

/** A grant as arguments of Kafka's own `kafka-acls.sh`. */
export const asKafkaAcl = (principal: string, grant: AccessGrant): string =>
  [
    `--add --allow-principal ${principal} --operation ${capital(grant.operation)}`,
    `${flags[grant.resource]} '${grant.name}'`,
    ...(grant.pattern === 'prefixed' ? ['--resource-pattern-type prefixed'] : []),
  ].join(' ');
