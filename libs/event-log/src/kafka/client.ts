/**
 * Makes kafkajs clients. Every producer, consumer and admin gets a client of its own: kafkajs shares the cache of committed offsets
 * among the consumers of one client, and clears it for all of them whenever one of them joins.
 */
import { Kafka, logLevel, type KafkaConfig, type LogEntry, type SASLOptions } from 'kafkajs';
import type { ConnectionOptions } from 'node:tls';
import type { MemberJournal } from '../member-journal.js';
import type { OffsetJournal } from '../offset-journal.js';
import type { EventLogLogger } from '../options.js';
import './kafkajs-patches.js';

export interface KafkaEventLogOptions {
  /** host:port of one or more brokers. */
  readonly brokers: readonly string[];
  /** Shows up in the broker's logs and quotas. */
  readonly clientId: string;
  readonly log?: EventLogLogger;
  /** Lets a restarted process take its partitions back at once after a kill. */
  readonly memberJournal?: MemberJournal;
  /** Lets groups go on where they were after Kafka has forgotten them. */
  readonly offsetJournal?: OffsetJournal;
  readonly ssl?: boolean | ConnectionOptions;
  readonly sasl?: SASLOptions;
}

export type NewClient = () => Kafka;

/** Retries of one call inside kafkajs; longer outages are sat out by the callers, which know what may be repeated. */
const RETRY = { initialRetryTime: 100, multiplier: 2, maxRetryTime: 1000, retries: 5 };

export function clientFactory(options: KafkaEventLogOptions, log: EventLogLogger): NewClient {
  const config: KafkaConfig = {
    brokers: [...options.brokers],
    clientId: options.clientId,
    connectionTimeout: 2000,
    requestTimeout: 30_000,
    retry: RETRY,
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => route(entry, log),
    ...(options.ssl === undefined ? {} : { ssl: options.ssl }),
    ...(options.sasl === undefined ? {} : { sasl: options.sasl }),
  };
  return () => new Kafka(config);
}

/** Its namespaces that report every broken connection of a broker that is away. */
const NOISY_NAMESPACES = new Set([
  'Connection',
  'BrokerPool',
  'Runner',
  'ConsumerGroup',
  'Consumer',
  'Producer',
]);

// kafkajs shouts ERROR at each retry. What we have to act on reaches us as an exception or an event, so that its log is for debugging.
function route(
  { level, namespace, log: { message, ...details } }: LogEntry,
  log: EventLogLogger,
): void {
  const text = `kafkajs ${namespace}: ${message}`;
  if (
    level <= logLevel.WARN &&
    !NOISY_NAMESPACES.has(namespace) &&
    details['retryCount'] === undefined
  ) {
    log.warn(details, text);
  } else log.debug(details, text);
}
