import { describe, expect, it } from '@jest/globals';
import type { Batch, EachBatchPayload } from 'kafkajs';
import { silentLogger } from '../../options.js';
import { BatchDelivery } from './batch-delivery.js';
import { ConsumerPositions } from './consumer-positions.js';

const partition = { topic: 't', partition: 0 };

function setUp(
  onBatch: () => Promise<void>,
  payload: Partial<EachBatchPayload> = {},
  gatherMs = 0,
) {
  const positions = new ConsumerPositions(false);
  positions.assign('me', false, { t: [0] });
  const delivery = new BatchDelivery(onBatch, positions, 500, silentLogger, gatherMs);
  const resolved: string[] = [];
  const messages = [{ key: null, value: null, offset: '7', timestamp: '0', attributes: 0 }];
  const batch = {
    ...partition,
    highWatermark: '9',
    messages,
    lastOffset: () => '8',
  } as unknown as Batch;
  const closed = new AbortController();
  const deliver = () =>
    delivery.deliver(
      {
        batch,
        isRunning: () => true,
        isStale: () => false,
        resolveOffset: (offset) => resolved.push(offset),
        heartbeat: () => Promise.resolve(),
        ...payload,
      } as EachBatchPayload,
      closed.signal,
    );
  return { positions, delivery, resolved, closed, deliver };
}

describe('the delivery of a batch', () => {
  it('moves past control records at the end of a handled batch', async () => {
    const { deliver, resolved, positions } = setUp(() => Promise.resolve());
    await deliver();
    expect(resolved).toEqual(['8']);
    expect(positions.get(partition)?.position).toBe(9);
  });

  it('drops a failing batch on a rebalance without moving past it', async () => {
    const rebalance = new Error('rebalance');
    const { deliver, resolved } = setUp(() => Promise.reject(new Error('no')), {
      heartbeat: () => Promise.reject(rebalance),
    });
    await expect(deliver()).rejects.toBe(rebalance);
    expect(resolved).toEqual([]);
  });

  it('gives up a failing batch when the consumer closes', async () => {
    const { deliver, resolved, closed } = setUp(() => {
      closed.abort();
      return Promise.reject(new Error('no'));
    });
    await deliver();
    expect(resolved).toEqual([]);
  });

  it('skips a batch whose partition was paused or lost after the fetch', async () => {
    let calls = 0;
    const { deliver, positions } = setUp(() => {
      calls++;
      return Promise.resolve();
    });
    const state = positions.get(partition);
    if (state) state.paused = true;
    await deliver();
    positions.assign('me', true, {});
    await deliver();
    expect(calls).toBe(0);
  });

  it('runs one handler per partition at a time', async () => {
    let running = 0;
    let most = 0;
    const { deliver } = setUp(async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
    });
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(most).toBe(1);
  });

  it('delays the next fetch by gatherMs, and stops the delay on close', async () => {
    const hourMs = 3_600_000;
    const { deliver, positions, closed } = setUp(() => Promise.resolve(), {}, hourMs);
    const delivered = deliver();
    const immediate = new Promise((resolve) => setImmediate(resolve, 'still held'));
    expect(await Promise.race([delivered, immediate])).toBe('still held');
    expect(positions.get(partition)?.position).toBe(9);
    closed.abort();
    await delivered;
  });
});
