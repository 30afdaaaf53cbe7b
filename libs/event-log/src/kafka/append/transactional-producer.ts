/**
 * Consume-process-produce in one Kafka transaction. A failed transaction is aborted. When the abort
 * fails or the commit's outcome is unknown, the producer refuses further work until it is fenced
 * again: only its owner knows whether it may continue.
 */
import type { Message, Producer, Transaction } from 'kafkajs';
import type { OffsetJournal } from '../../offset-journal.js';
import type { EventLogLogger } from '../../options.js';
import { partitionFor } from '../../partitioner.js';
import {
  TransactionError,
  type GroupPartitions,
  type OffsetCommit,
  type OutgoingRecord,
  type TransactionalProducer,
} from '../../ports.js';
import { Backoff } from '../client/backoff.js';
import type { NewClient } from '../client/client.js';
import { isCoordinatorBusy, isFenced } from '../client/kafka-errors.js';
import { newTransactionalProducer, SeveralLeadersError } from './producer.js';
import { offsetsByTopic } from '../admin/topic-offsets.js';
import type { TopicDirectory } from '../client/topic-directory.js';

const busyAttempts = 40;
const busyWait = { firstMs: 5, maxMs: 200 };

interface PartitionMessages {
  readonly topic: string;
  /** -1 while it is unknown. */
  readonly leader: number;
  readonly messages: Message[];
}

interface Consumed {
  readonly groupId: string;
  readonly commits: readonly OffsetCommit[];
}

export class KafkaTransactionalProducer implements TransactionalProducer {
  #producer: Producer | undefined;

  constructor(
    private readonly transactionalId: string,
    private readonly newClient: NewClient,
    private readonly directory: TopicDirectory,
    private readonly log: EventLogLogger,
    private readonly journal?: OffsetJournal,
  ) {}

  async fence(settling?: GroupPartitions): Promise<void> {
    await this.close();
    const producer = await newTransactionalProducer(this.newClient, this.transactionalId);
    try {
      // kafkajs gets the producer id at the first transaction; an empty transaction has no other
      // effect on the broker.
      const transaction = await whileBusy(() => producer.transaction());
      if (settling !== undefined) {
        const { groupId, partitions } = settling;
        const commits = partitions.map((partition) => ({ ...partition, offset: 0, metadata: '' }));
        await sendOffsets(transaction, { groupId, commits });
      }
      await whileBusy(() => transaction.abort());
    } catch (error) {
      await producer.disconnect().catch(() => undefined);
      throw error;
    }
    this.#producer = producer;
  }

  async transact(records: readonly OutgoingRecord[], consumed: Consumed): Promise<void> {
    const producer = this.#producer;
    if (producer === undefined)
      throw new TransactionError('OUTCOME_UNKNOWN', 'fence() comes first');
    const parts = await this.#routed(records);
    const transaction = await producer.transaction();
    let committing = false;
    try {
      for (const part of parts) await this.#send(transaction, part);
      if (consumed.commits.length > 0) await sendOffsets(transaction, consumed);
      committing = true;
      await transaction.commit();
    } catch (error) {
      throw await this.#failed(transaction, error, committing);
    }
    this.journal?.note(consumed.groupId, consumed.commits);
  }

  async close(): Promise<void> {
    const producer = this.#producer;
    this.#producer = undefined;
    await producer?.disconnect().catch(() => undefined);
  }

  /** Sends to one broker; if there are several leaders by now, sends partition by partition. */
  async #send(transaction: Transaction, part: readonly PartitionMessages[]): Promise<void> {
    try {
      await transaction.sendBatch({ acks: -1, topicMessages: byTopic(part) });
    } catch (error) {
      if (!(error instanceof SeveralLeadersError)) throw error;
      this.directory.doubt();
      // Records that the first try stored are sent again under the same sequence numbers, so the
      // broker recognises them.
      for (const { topic, messages } of part)
        await transaction.sendBatch({ acks: -1, topicMessages: [{ topic, messages }] });
    }
  }

  async #failed(
    transaction: Transaction,
    error: unknown,
    committing: boolean,
  ): Promise<TransactionError> {
    if (isFenced(error)) {
      await this.close();
      return new TransactionError(
        'FENCED',
        `a newer producer uses the transactional id ${this.transactionalId}`,
        {
          cause: error,
        },
      );
    }
    if (!committing) {
      try {
        await whileBusy(() => transaction.abort());
        return new TransactionError('ABORTED', 'the transaction failed and was aborted', {
          cause: error,
        });
      } catch (abortError) {
        this.log.warn(
          { err: abortError, transactionalId: this.transactionalId },
          'an abort failed',
        );
      }
    }
    await this.close();
    return new TransactionError('OUTCOME_UNKNOWN', 'the outcome of the transaction is not known', {
      cause: error,
    });
  }

  /** Grouped by leader: a transaction's requests cost the broker more than the records in them. */
  async #routed(records: readonly OutgoingRecord[]): Promise<PartitionMessages[][]> {
    const byPartition = new Map<string, PartitionMessages>();
    for (const { topic, key, value, headers, partition } of records) {
      const layout = this.directory.known(topic) ?? (await this.directory.load(topic));
      const chosen = partition ?? (key === null ? 0 : partitionFor(key, layout.partitions));
      const message: Message = {
        key,
        value,
        partition: chosen,
        ...(headers === undefined ? {} : { headers: { ...headers } }),
      };
      const part = byPartition.get(`${topic}/${chosen}`);
      if (part) part.messages.push(message);
      else {
        const leader = layout.leaders[chosen] ?? -1;
        byPartition.set(`${topic}/${chosen}`, { topic, leader, messages: [message] });
      }
    }
    return [...Map.groupBy(byPartition.values(), ({ leader }) => leader).values()];
  }
}

function byTopic(part: readonly PartitionMessages[]): { topic: string; messages: Message[] }[] {
  return Array.from(
    Map.groupBy(part, ({ topic }) => topic),
    ([topic, parts]) => ({ topic, messages: parts.flatMap(({ messages }) => messages) }),
  );
}

/** kafkajs passes the metadata on, though its types do not say so. */
async function sendOffsets(
  transaction: Transaction,
  { groupId, commits }: Consumed,
): Promise<void> {
  const topics = offsetsByTopic(commits);
  // On a fresh cluster the group's coordinator is still being created; kafkajs does not retry this
  // request.
  await whileBusy(() => transaction.sendOffsets({ consumerGroupId: groupId, topics }));
}

async function whileBusy<T>(call: () => Promise<T>): Promise<T> {
  const backoff = new Backoff(busyWait);
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt === busyAttempts || !isCoordinatorBusy(error)) throw error;
      await backoff.wait();
    }
  }
}
