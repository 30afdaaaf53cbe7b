import { describe, expect, it } from '@jest/globals';
import { lagOf } from './lag.js';

const offset = (group_id: string, partition: number, next_offset: number, topic = 'events') => ({
  ...{ group_id, topic, partition, next_offset },
});

describe('lagOf', () => {
  it('adds the partitions of each group and topic, and never counts below zero', () => {
    const ends = new Map([
      ['events', new Map([0, 1].map((partition) => [partition, 10] as const))],
    ]);
    const offsets = [offset('b', 0, 4), offset('b', 1, 9), offset('a', 0, 12), offset('a', 7, 0)];
    expect(lagOf([...offsets, offset('a', 0, 1, 'gone')], ends)).toEqual([
      { group: 'a', topic: 'events', lag: 0 },
      { group: 'b', topic: 'events', lag: 7 },
    ]);
  });
});
