import { describe, expect, it } from '@jest/globals';
import { delayTiers, topics } from '@libs/contracts';
import { dueRecord } from '@libs/delivery';
import { createMemoryEventLog } from '@libs/event-log';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { eventually } from '../../../../test/support/eventually.js';
import type { OpenRecord } from '../consuming/tracked-consumer.js';
import { DelayRelay } from './delay-relay.js';

const [tier] = delayTiers;

async function setUp(
  dueAts: readonly number[],
  partitions = 1,
  parks: (due: OpenRecord<'DeliveryDue'>) => boolean = () => false,
) {
  const eventLog = createMemoryEventLog();
  await eventLog.admin.ensureTopics(
    [tier.topic, topics.deliveryRequests].map((name) => ({ name, partitions, config: {} })),
  );
  const appender = eventLog.appender();
  for (const dueAt of dueAts)
    await appender.append(
      dueRecord(tier.topic, {
        deliveryId: randomUUID(),
        subscriptionId: randomUUID(),
        step: 2,
        dueAt,
        trigger: 'automatic',
      }),
    );
  const latenessesMs: number[] = [];
  const start = async () => {
    const relay = new DelayRelay({
      eventLog,
      appender,
      logger: pino({ level: 'silent' }),
      tier,
      sessionTimeoutMs: 6_000,
      parks,
      onReleased: (latenessMs) => void latenessesMs.push(latenessMs),
    });
    await relay.tracked.start();
    return relay;
  };
  const relay = await start();
  const close = () => relay.stop().then(() => eventLog.close());
  return { relay, start, latenessesMs, eventLog, close };
}

describe('a delay tier', () => {
  it('releases no record before its due time', async () => {
    const now = Date.now();
    const { relay, latenessesMs, close } = await setUp([now + 400, now + 200, now + 300]);
    await eventually('all released', () => latenessesMs.length === 3);
    expect(Math.min(...latenessesMs)).toBeGreaterThanOrEqual(0);
    expect(relay.waiting).toBe(0);
    await close();
  });

  it('parks the due records of a stalled receiver again and moves only the others', async () => {
    const parked: string[] = [];
    const { latenessesMs, eventLog, close } = await setUp([0, 0, 0], 1, ({ data, settle }) => {
      parked.push(data.deliveryId);
      settle();
      return parked.length < 3;
    });
    await eventually('all are released', () => latenessesMs.length === 3);
    expect(new Set(parked).size).toBe(3);
    const moved = await eventLog.admin.endOffsets(topics.deliveryRequests);
    expect([...moved.values()]).toEqual([1]);
    await close();
  });

  it('moves waiting records with their partition to a new owner and back, once each', async () => {
    const count = 40;
    const dueTimes = Array.from({ length: count }, () => Date.now() + 3_600_000);
    const { relay, start, latenessesMs, close } = await setUp(dueTimes, 4);
    await eventually('one holds all', () => relay.waiting === count);
    const other = await start();
    await eventually(
      'they share',
      () => other.waiting > 0 && relay.waiting + other.waiting === count,
    );
    await other.stop();
    await eventually('one holds all again', () => relay.waiting === count);
    expect(latenessesMs).toEqual([]);
    await close();
  });

  it('releases the backlog of an outage gradually', async () => {
    const overdueAt = Date.now() - 60_000;
    const { relay, latenessesMs, close } = await setUp(
      Array.from({ length: 2_500 }, () => overdueAt),
    );
    await eventually('some are released', () => latenessesMs.length > 0);
    expect(relay.waiting).toBeGreaterThan(0);
    await eventually('all released', () => latenessesMs.length === 2_500);
    await close();
  });
});
