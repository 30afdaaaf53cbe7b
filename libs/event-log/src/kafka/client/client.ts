/**
 * Creates kafkajs clients. Every producer, consumer and admin gets its own client: kafkajs shares
 * one cache of committed offsets among the consumers of a client and clears it whenever one of them
 * joins.
 */
import { Kafka, logLevel, type KafkaConfig, type LogEntry, type SASLOptions } from 'kafkajs';
import type { ConnectionOptions } from 'node:tls';
import type { MemberJournal } from '../../member-journal.js';
import type { OffsetJournal } from '../../offset-journal.js';
import type { EventLogLogger } from '../../options.js';
import '../kafkajs/kafkajs-patches.js';

export interface KafkaEventLogOptions {
  /** host:port of one or more brokers. */
  readonly brokers: readonly string[];
  /** Appears in the broker's logs and quotas. */
  readonly clientId: string;
  readonly log?: EventLogLogger;
  /** Lets a process that restarts after a kill take its partitions back at once. */
  readonly memberJournal?: MemberJournal;
  /** Lets groups continue at their offsets after Kafka has forgotten them. */
  readonly offsetJournal?: OffsetJournal;
  readonly ssl?: boolean | ConnectionOptions;
  readonly sasl?: SASLOptions;
}

export type NewClient = () => Kafka;

/**
 * Retries of one call inside kafkajs. Only callers know which calls to repeat in a longer outage.
 */
const retry = { initialRetryTime: 100, multiplier: 2, maxRetryTime: 1000, retries: 5 };

export function clientFactory(options: KafkaEventLogOptions, log: EventLogLogger): NewClient {
  const config: KafkaConfig = {
    brokers: [...options.brokers],
    clientId: options.clientId,
    connectionTimeout: 2000,
    requestTimeout: 30_000,
    retry,
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => route(entry, log),
    ...(options.ssl === undefined ? {} : { ssl: options.ssl }),
    ...(options.sasl === undefined ? {} : { sasl: options.sasl }),
  };
  return () => new Kafka(config);
}

/** kafkajs namespaces that log every broken connection while a broker is away. */
const noisyNamespaces = new Set([
  'Connection',
  'BrokerPool',
  'Runner',
  'ConsumerGroup',
  'Consumer',
  'Producer',
]);

// kafkajs logs each retry as ERROR. Failures that need action reach us as exceptions or events, so
// its log serves debugging.
function route(
  { level, namespace, log: { message, ...details } }: LogEntry,
  log: EventLogLogger,
): void {
  const text = `kafkajs ${namespace}: ${message}`;
  if (
    level <= logLevel.WARN &&
    !noisyNamespaces.has(namespace) &&
    details['retryCount'] === undefined
  ) {
    log.warn(details, text);
  } else log.debug(details, text);
}
