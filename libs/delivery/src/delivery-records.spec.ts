import { describe, expect, it } from '@jest/globals';
import { decodeRecord, delayTiers, topics } from '@libs/contracts';
import { dueRecord } from './delivery-records.js';

const due = {
  deliveryId: '6f1f2f9e-2b1c-4a3e-9d62-111111111111',
  subscriptionId: '6f1f2f9e-2b1c-4a3e-9d62-222222222222',
  step: 1,
  dueAt: 5,
  trigger: 'automatic',
};

describe('a due record', () => {
  it('has the key of its subscription in every topic', () => {
    const { key, value } = dueRecord(topics.deliveryRequests, due);
    expect(decodeRecord(value).data).toMatchObject({ ...due, endpointKey: key });
    expect(dueRecord(delayTiers[0].topic, { ...due, dueAt: 9 }).key).toBe(key);
    const other = { ...due, subscriptionId: due.deliveryId };
    expect(dueRecord(topics.deliveryRequests, other).key).not.toBe(key);
  });

  it('gets the key of its subscription when an older version used the origin', () => {
    const old = { ...due, endpointKey: 'of an origin' };
    const { key, value } = dueRecord(topics.deliveryRequests, old);
    expect(key).toBe(dueRecord(topics.deliveryRequests, due).key);
    expect(decodeRecord(value).data).toMatchObject({ endpointKey: key });
  });
});
