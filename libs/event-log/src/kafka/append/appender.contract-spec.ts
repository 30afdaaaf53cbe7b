import { afterAll, describe, expect, it } from '@jest/globals';
import { Kafka, logLevel } from 'kafkajs';
import { newName } from '../../testing/contract-fixture.js';
import { createKafkaEventLog } from '../kafka-event-log.js';

const brokers = (process.env['TEST_KAFKA_BROKERS'] ?? '').split(',');
const log = createKafkaEventLog({ brokers, clientId: 'appender-test' });
afterAll(() => log.close());

describe('the appender over kafkajs', () => {
  it('stores each record once while partitions still lack a leader', async () => {
    const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const appender = log.appender();
    for (let round = 0; round < 5; round++) {
      const topic = newName('fresh');
      await admin.createTopics({ waitForLeaders: false, topics: [{ topic, numPartitions: 24 }] });
      await Promise.all(
        Array.from({ length: 480 }, (_, i) =>
          appender.append({ topic, partition: i % 24, key: null, value: null }),
        ),
      );
      expect([...(await log.admin.endOffsets(topic)).values()]).toEqual(
        new Array<number>(24).fill(20),
      );
    }
    await Promise.all([admin.disconnect(), appender.close()]);
  });

  it('rejects only the record that the broker refuses', async () => {
    const topic = newName('small');
    await log.admin.ensureTopics([
      { name: topic, partitions: 2, config: { 'max.message.bytes': '2000' } },
    ]);
    const appender = log.appender();
    const sizes = [
      [0, 10],
      [1, 20],
      [0, 5000],
      [0, 30],
      [1, 40],
    ] as const;
    const results = await Promise.allSettled(
      sizes.map(([partition, size]) =>
        appender.append({ topic, partition, key: null, value: Buffer.alloc(size) }),
      ),
    );
    expect(
      results.map((result) =>
        result.status === 'fulfilled' ? result.value.offset : result.reason.code,
      ),
    ).toEqual([0, 0, 'TOO_LARGE', 1, 1]);
    expect(await appender.append({ topic, partition: 0, key: null, value: null })).toMatchObject({
      offset: 2,
    });
    await appender.close();
  });

  it('is crowded before it refuses records for lack of memory', async () => {
    const topic = newName('bounded');
    const appender = log.appender();
    const value = Buffer.alloc(15 * 1024 * 1024);
    const crowded: boolean[] = [];
    const appends = Array.from({ length: 5 }, () => {
      crowded.push(appender.isCrowded());
      return appender.append({ topic, partition: 0, key: null, value });
    });
    expect(crowded).toEqual([false, false, false, true, true]);
    const outcomes = Promise.allSettled(appends);
    await expect(appends[4]).rejects.toMatchObject({ code: 'NOT_SENT' });
    const told = appender.append({ topic, partition: 0, key: null, value }, { evenIfFull: true });
    let isRefused = false;
    told.catch(() => (isRefused = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isRefused).toBe(false);
    await appender.close(1);
    const codes = (await outcomes).map(
      (outcome) => outcome.status === 'rejected' && outcome.reason.code,
    );
    expect(codes).toEqual(new Array(5).fill('NOT_SENT'));
  });
});
