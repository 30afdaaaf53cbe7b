import { describe, expect, it } from '@jest/globals';
import type { Batch } from 'kafkajs';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup.js';
import '../kafkajs/kafkajs-patches.js';
import { isCurrent } from './stale-batches.js';

const topic = 't';
const [oldLeader, newLeader] = [1, 2];

/** kafkajs' own group with one partition; its brokers answer when told to. */
function setUp() {
  let leader = oldLeader;
  let next = 7;
  const answers = new Map<number, () => void>();
  const message = (offset: number) => ({ offset: String(offset), key: null, value: null });
  const broker = (nodeId: number) => ({
    fetch: ({ topics: [asked] }: { topics: { partitions: { fetchOffset: string }[] }[] }) => {
      const from = Number(asked?.partitions[0]?.fetchOffset);
      const partitions = [
        { partition: 0, highWatermark: '12', abortedTransactions: [], messages: [message(from)] },
      ];
      return new Promise((resolve) =>
        answers.set(nodeId, () => resolve({ responses: [{ topicName: topic, partitions }] })),
      );
    },
  });
  const log = { namespace: () => log, debug: () => undefined, info: () => undefined };
  const group = new ConsumerGroup({
    logger: log,
    retry: {},
    topics: [topic],
    cluster: {
      refreshMetadataIfNecessary: () => Promise.resolve(),
      findTopicPartitionMetadata: () => [{ partitionId: 0, leader }],
      findBroker: ({ nodeId }: { nodeId: number }) => Promise.resolve(broker(nodeId)),
    },
  });
  Object.assign(group, {
    offsetManager: {
      nextOffset: () => next,
      // Without resolved offsets kafkajs plans its fetches itself.
      resolvedOffsets: {},
      committedOffsets: () => ({ [topic]: { 0: '0' } }),
      resolveOffsets: () => Promise.resolve(),
      seek: ({ offset }: { offset: string }) => {
        next = Number(offset);
        return Promise.resolve();
      },
    },
  });
  group.subscriptionState.assign([{ topic, partitions: [0] }]);
  return {
    group,
    answers,
    read: (offset: number) => (next = offset),
    moveLeader: () => (leader = newLeader),
  };
}

const untilAsked = async (answers: Map<number, () => void>, nodeId: number): Promise<void> => {
  for (let turns = 0; !answers.has(nodeId); turns += 1) {
    if (turns > 1_000) throw new Error(`broker ${nodeId} was not asked`);
    await new Promise(setImmediate);
  }
};

describe('a batch', () => {
  it('from an old leader is dropped after a seek that the new leader has used', async () => {
    const { group, answers, moveLeader } = setUp();
    const late = group.fetch(oldLeader);
    await untilAsked(answers, oldLeader);
    moveLeader();
    group.seek({ topic, partition: 0, offset: '3' });
    const right = group.fetch(newLeader);
    await untilAsked(answers, newLeader);
    answers.get(oldLeader)?.();
    expect(await late).toEqual([]);
    answers.get(newLeader)?.();
    expect((await right).map(({ fetchedOffset }) => String(fetchedOffset))).toEqual(['3']);
  });

  it('is stale once its partition has been read past it', async () => {
    const { group, answers, read } = setUp();
    const fetched = group.fetch(oldLeader);
    await untilAsked(answers, oldLeader);
    answers.get(oldLeader)?.();
    const [batch] = (await fetched) as unknown as Batch[];
    expect(batch && isCurrent(batch)).toBe(true);
    read(9);
    expect(batch && isCurrent(batch)).toBe(false);
  });
});
