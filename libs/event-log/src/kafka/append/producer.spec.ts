import { describe, expect, it } from '@jest/globals';
import { oneLeaderPartitioner, SeveralLeadersError } from './producer.js';

const partitionMetadata = [
  { partitionId: 0, leader: 1 },
  { partitionId: 1, leader: 1 },
  { partitionId: 2, leader: 2 },
];
const to = (partition: number) => ({ partitionMetadata, message: { partition, value: null } });

describe('a send', () => {
  it('goes to the partitions that its records name', () => {
    const { partition } = oneLeaderPartitioner();
    expect([0, 1, 0].map((n) => partition(to(n)))).toEqual([0, 1, 0]);
  });

  it('fails as a whole when its records have two leaders', () => {
    const { partition } = oneLeaderPartitioner();
    partition(to(1));
    expect(() => partition(to(2))).toThrow(SeveralLeadersError);
  });

  it('may move to a new leader when kafkajs retries it', () => {
    const { partition, nextSend } = oneLeaderPartitioner();
    const { message } = to(0);
    nextSend(message);
    partition({ partitionMetadata, message });
    const moved = partitionMetadata.map((entry) => ({ ...entry, leader: 3 }));
    expect(partition({ partitionMetadata: moved, message })).toBe(0);
    expect(partition({ ...to(1), partitionMetadata: moved })).toBe(1);
  });

  it('may go to another broker than the previous send', () => {
    const { partition, nextSend } = oneLeaderPartitioner();
    partition(to(1));
    nextSend(undefined);
    expect(partition(to(2))).toBe(2);
  });
});
