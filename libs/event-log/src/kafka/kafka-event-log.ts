import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '../options.js';
import type {
  ConsumerSpec,
  EventLog,
  LogAdmin,
  RecordAppender,
  ReceivedRecord,
  SupervisedConsumer,
  TopicPartition,
  TransactionalProducer,
} from '../ports.js';
import { KafkaLogAdmin } from './admin/admin.js';
import { KafkaRecordAppender } from './append/appender.js';
import { clientFactory, type KafkaEventLogOptions, type NewClient } from './client/client.js';
import { ClusterAccess } from './client/cluster-access.js';
import { ForgottenOffsets } from './consume/forgotten-offsets.js';
import { OwnAppends } from './append/own-appends.js';
import { RangeReader } from './consume/read-range.js';
import { SharedAdmin } from './admin/shared-admin.js';
import { type ConsumerJournals, KafkaSupervisedConsumer } from './consume/supervised-consumer.js';
import { TopicDirectory } from './client/topic-directory.js';
import { KafkaTransactionalProducer } from './append/transactional-producer.js';

const reachableWithinMs = 2000;

/** The event log over kafkajs. Connects at first use; the broker may be away at any time. */
export function createKafkaEventLog(options: KafkaEventLogOptions): EventLog {
  return new KafkaEventLog(options);
}

class KafkaEventLog implements EventLog {
  readonly admin: LogAdmin;
  readonly #log;
  readonly #newClient: NewClient;
  readonly #shared: SharedAdmin;
  readonly #directory: TopicDirectory;
  readonly #ownAppends = new OwnAppends();
  readonly #closers: (() => Promise<void>)[] = [];
  readonly #cluster: ClusterAccess;
  readonly #reader: RangeReader;
  readonly #journals: ConsumerJournals;
  #asking: Promise<boolean> | undefined;

  constructor(private readonly options: KafkaEventLogOptions) {
    this.#log = options.log ?? silentLogger;
    this.#newClient = clientFactory(options, this.#log);
    this.#shared = new SharedAdmin(this.#newClient);
    this.#cluster = new ClusterAccess(this.#newClient);
    this.#reader = new RangeReader(this.#cluster);
    this.admin = new KafkaLogAdmin(this.#shared, this.#cluster, this.#log, options.offsetJournal);
    this.#directory = new TopicDirectory(this.#shared, this.#log);
    const { memberJournal: members, offsetJournal: offsets } = options;
    const forgotten = offsets && new ForgottenOffsets(this.admin, this.#log);
    this.#journals = { members, offsets, forgotten };
  }

  appender(): RecordAppender {
    const appender = new KafkaRecordAppender(
      this.#newClient,
      this.#directory,
      this.#log,
      this.#ownAppends,
    );
    this.#closers.push(() => appender.close());
    return appender;
  }

  consumer(spec: ConsumerSpec): SupervisedConsumer {
    const consumer = new KafkaSupervisedConsumer(
      spec,
      this.#newClient,
      this.#log,
      this.#ownAppends,
      this.#journals,
    );
    this.#closers.push(() => consumer.stop());
    return consumer;
  }

  transactional(transactionalId: string): TransactionalProducer {
    const producer = new KafkaTransactionalProducer(
      transactionalId,
      this.#newClient,
      this.#directory,
      this.#log,
      this.options.offsetJournal,
    );
    this.#closers.push(() => producer.close());
    return producer;
  }

  async readRange(
    partition: TopicPartition,
    from: number,
    until: number,
    onRecords: (records: readonly ReceivedRecord[]) => void | Promise<void>,
  ): Promise<void> {
    await this.#reader.read(partition, from, until, onRecords);
  }

  /**
   * One request at a time, however many callers; a late answer serves the callers that come next.
   */
  async reachable(): Promise<boolean> {
    this.#asking ??= this.#shared
      .ask((admin) => admin.describeCluster())
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.#asking = undefined;
      });
    const giveUp = new AbortController();
    const tooLate = sleep(reachableWithinMs, false, { signal: giveUp.signal }).catch(() => false);
    const answer = await Promise.race([this.#asking, tooLate]);
    giveUp.abort();
    return answer;
  }

  async close(): Promise<void> {
    await Promise.all(this.#closers.map((close) => close()));
    this.#directory.close();
    await Promise.all([this.#cluster.close(), this.#shared.close()]);
  }
}
