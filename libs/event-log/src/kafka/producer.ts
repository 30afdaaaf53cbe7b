import type { Message, Producer } from 'kafkajs';
import type { NewClient } from './client.js';

/** Every record comes with its partition: routing is the appender's business (one lane per leader). */
const partitionOfMessage =
  () =>
  ({ message }: { message: Message }) =>
    message.partition ?? 0;

/** Connected. Retries inside are few: the lane repeats the batch for ever itself, and can then also be closed. */
export async function newIdempotentProducer(newClient: NewClient): Promise<Producer> {
  const producer = newClient().producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: partitionOfMessage,
    retry: { initialRetryTime: 50, multiplier: 2, maxRetryTime: 500, retries: 5 },
  });
  await connected(producer);
  return producer;
}

/** Connected, not yet fenced: kafkajs asks for the producer id at the first transaction. */
export async function newTransactionalProducer(
  newClient: NewClient,
  transactionalId: string,
): Promise<Producer> {
  const producer = newClient().producer({
    transactionalId,
    allowAutoTopicCreation: false,
    createPartitioner: partitionOfMessage,
    // Back-to-back transactions meet CONCURRENT_TRANSACTIONS: p99 14 ms with 5 ms waits, 372 ms with kafkajs' default.
    retry: { initialRetryTime: 5, multiplier: 1.5, maxRetryTime: 200, retries: 20 },
  });
  await connected(producer);
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
