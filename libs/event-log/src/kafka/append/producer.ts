import type { Message, Producer } from 'kafkajs';
import type { NewClient } from '../client/client.js';

/** The partitions of a send currently have more than one leader; nothing was sent. */
export class SeveralLeadersError extends Error {
  override readonly name = 'SeveralLeadersError';
}

interface PartitionerInput {
  readonly partitionMetadata: readonly { readonly partitionId: number; readonly leader: number }[];
  readonly message: Message;
}

/**
 * Restricts a send to one broker. kafkajs sends to all leaders and gives up on all if one fails;
 * records stored elsewhere would go again under new sequence numbers and be stored twice.
 */
export function oneLeaderPartitioner(): {
  readonly partition: (input: PartitionerInput) => number;
  /**
   * @param first message of the send; seeing it again means a retry, perhaps with another leader
   */
  readonly nextSend: (first: Message | undefined) => void;
} {
  let firstMessage: Message | undefined;
  let leaderOfSend: number | undefined;
  return {
    nextSend: (first) => {
      firstMessage = first;
      leaderOfSend = undefined;
    },
    partition: ({ partitionMetadata, message }) => {
      if (message === firstMessage) leaderOfSend = undefined;
      const partition = message.partition ?? 0;
      const found = partitionMetadata.find(({ partitionId }) => partitionId === partition);
      const leader = found?.leader ?? -1;
      leaderOfSend ??= leader;
      if (leader !== leaderOfSend)
        throw new SeveralLeadersError(`leaders ${leaderOfSend} and ${leader} in one send`);
      return partition;
    },
  };
}

/**
 * Returns it connected; a send to several brokers throws SeveralLeadersError. Few retries inside:
 * the lane repeats the batch for ever itself and can then also be closed.
 */
export async function newIdempotentProducer(newClient: NewClient): Promise<Producer> {
  const { partition, nextSend } = oneLeaderPartitioner();
  const producer = newClient().producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: () => partition,
    retry: { initialRetryTime: 50, multiplier: 2, maxRetryTime: 500, retries: 5 },
  });
  await connected(producer);
  const sendBatch = producer.sendBatch.bind(producer);
  producer.sendBatch = (batch) => {
    nextSend(batch.topicMessages?.[0]?.messages[0]);
    return sendBatch(batch);
  };
  return producer;
}

/**
 * Returns it connected, not yet fenced: kafkajs gets the producer id at the first transaction.
 * `sendBatch` to several brokers throws SeveralLeadersError; `send` must not be used.
 */
export async function newTransactionalProducer(
  newClient: NewClient,
  transactionalId: string,
): Promise<Producer> {
  const { partition, nextSend } = oneLeaderPartitioner();
  const producer = newClient().producer({
    transactionalId,
    allowAutoTopicCreation: false,
    createPartitioner: () => partition,
    // Back-to-back transactions meet CONCURRENT_TRANSACTIONS: p99 14 ms with 5 ms waits, 372 ms
    // with kafkajs' default.
    retry: { initialRetryTime: 5, multiplier: 1.5, maxRetryTime: 200, retries: 20 },
  });
  await connected(producer);
  const begin = producer.transaction.bind(producer);
  producer.transaction = async () => {
    const transaction = await begin();
    return {
      ...transaction,
      sendBatch: (batch) => {
        nextSend(batch.topicMessages?.[0]?.messages[0]);
        return transaction.sendBatch(batch);
      },
    };
  };
  return producer;
}

async function connected(producer: Producer): Promise<void> {
  try {
    await producer.connect();
  } catch (error) {
    await producer.disconnect().catch(() => undefined);
    throw error;
  }
}
