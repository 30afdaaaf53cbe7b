import { describe, expect, it } from '@jest/globals';
import { delayTiers, topics } from '@libs/contracts';
import { dueRecord } from '@libs/delivery';
import { createMemoryEventLog } from '@libs/event-log';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { eventually } from '../../../../test/support/eventually.js';
import { DelayRelay } from './delay-relay.js';

const [tier] = delayTiers;

async function setUp(dueAts: readonly number[]) {
  const eventLog = createMemoryEventLog();
  await eventLog.admin.ensureTopics(
    [tier.topic, topics.deliveryRequests].map((name) => ({ name, partitions: 1, config: {} })),
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
  const relay = new DelayRelay({
    eventLog,
    appender,
    logger: pino({ level: 'silent' }),
    tier,
    sessionTimeoutMs: 6_000,
    onReleased: (latenessMs) => void latenessesMs.push(latenessMs),
  });
  await relay.tracked.start();
  return { relay, latenessesMs, close: () => relay.stop().then(() => eventLog.close()) };
}

describe('a delay tier', () => {
  it('releases nothing early, and what is due first goes first whatever the order in the log', async () => {
    const now = Date.now();
    const { relay, latenessesMs, close } = await setUp([now + 400, now + 200, now + 300]);
    await eventually('all released', () => latenessesMs.length === 3);
    expect(Math.min(...latenessesMs)).toBeGreaterThanOrEqual(0);
    expect(relay.waiting).toBe(0);
    await close();
  });

  it('lets a backlog of an outage go at a pace and not all at once', async () => {
    const overdueAt = Date.now() - 60_000;
    const { relay, latenessesMs, close } = await setUp(
      Array.from({ length: 2_500 }, () => overdueAt),
    );
    await eventually('some are released', () => latenessesMs.length > 0);
    expect(relay.waiting).toBeGreaterThan(0);
    await eventually('all released', () => latenessesMs.length === 2_500);
    await close();
  }, 60_000);
});
