import { describe, expect, it } from '@jest/globals';
import type { Admin } from 'kafkajs';
import { silentLogger } from '../../options.js';
import { KafkaLogAdmin } from './admin.js';
import type { ClusterAccess } from '../client/cluster-access.js';
import type { SharedAdmin } from './shared-admin.js';

const adminOf = (partitions: object[]): KafkaLogAdmin => {
  const kafkajs = { fetchOffsets: () => Promise.resolve([{ topic: 't', partitions }]) };
  const shared = { ask: (question: (admin: Admin) => unknown) => question(kafkajs as never) };
  return new KafkaLogAdmin(shared as SharedAdmin, {} as ClusterAccess, silentLogger);
};

describe('the committed offsets of a group', () => {
  it('are those of the broker, without partitions that have none', async () => {
    const partitions = [
      { partition: 0, offset: '7', metadata: 'm' },
      { partition: 1, offset: '-1', metadata: null },
    ];
    const committed = await adminOf(partitions).committed('g', 't');
    expect(committed).toEqual(new Map([[0, { offset: 7, metadata: 'm' }]]));
  });

  it('fail when no partition of the topic is known', async () => {
    await expect(adminOf([]).committed('g', 't')).rejects.toThrow('no partition of t is known');
  });
});
