import { describe, expect, it } from '@jest/globals';
import { ConsumerPositions } from './consumer-positions.js';

const fetchOf = (partition: number, offset: number) => ({
  topics: [{ topic: 't', partitions: [{ partition, fetchOffset: String(offset) }] }],
});

function at(positions: ConsumerPositions, partition: number): number | undefined {
  return positions.get({ topic: 't', partition })?.position;
}

describe('the positions of a consumer', () => {
  it('stay for kept partitions of the same member and are dropped for lost ones', () => {
    const positions = new ConsumerPositions(false);
    positions.assign('me', false, { t: [0, 1] });
    positions.fetchSent(fetchOf(0, 5));
    positions.fetchSent(fetchOf(1, 6));
    const change = positions.assign('me', true, { t: [1, 2] });
    expect(change).toMatchObject({
      added: [{ topic: 't', partition: 2 }],
      removed: [{ topic: 't', partition: 0 }],
    });
    expect([at(positions, 1), at(positions, 2)]).toEqual([6, undefined]);
    positions.assign('me', true, { t: [0, 1, 2] });
    expect(at(positions, 0)).toBeUndefined();
  });

  it('are dropped for a new member', () => {
    const positions = new ConsumerPositions(false);
    positions.assign('me', false, { t: [0] });
    positions.fetchSent(fetchOf(0, 5));
    expect(positions.assign('other', false, { t: [0] }).added).toHaveLength(1);
    expect(at(positions, 0)).toBeUndefined();
  });

  it('survive all assignments of a consumer without committed offsets', () => {
    const positions = new ConsumerPositions(true);
    positions.assign('me', false, { t: [0] });
    positions.fetchSent(fetchOf(0, 5));
    positions.assign('other', false, {});
    positions.assign('third', false, { t: [0] });
    expect(at(positions, 0)).toBe(5);
  });

  it('are not moved back by a fetch from before a seek', () => {
    const positions = new ConsumerPositions(false);
    positions.assign('me', false, { t: [0] });
    positions.seek({ topic: 't', partition: 0, offset: 50 });
    positions.fetchSent(fetchOf(0, 5));
    expect(at(positions, 0)).toBe(50);
    positions.fetchSent(fetchOf(0, 50));
    positions.fetchSent(fetchOf(0, 53));
    expect(at(positions, 0)).toBe(53);
  });

  it('are known once every partition that is not paused was fetched', () => {
    const positions = new ConsumerPositions(false);
    positions.assign('me', false, { t: [0, 1] });
    positions.fetchSent(fetchOf(0, 5));
    expect(positions.known()).toBe(false);
    const other = positions.get({ topic: 't', partition: 1 });
    if (other) other.paused = true;
    expect(positions.known()).toBe(true);
  });

  it('give the lag of partitions with a position', () => {
    const positions = new ConsumerPositions(false);
    positions.assign('me', false, { t: [0, 1] });
    positions.fetchSent(fetchOf(0, 5));
    positions.fetched({
      responses: [
        {
          topicName: 't',
          partitions: [0, 1].map((partition) => ({
            partition,
            highWatermark: '12',
            messages: [],
          })),
        },
      ],
    });
    expect(positions.lag()).toBe(7);
  });
});
