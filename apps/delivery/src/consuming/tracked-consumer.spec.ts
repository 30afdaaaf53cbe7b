import { describe, expect, it } from '@jest/globals';
import { encodeRecord, topics, type ExecutionCancelRequested } from '@libs/contracts';
import { createMemoryEventLog } from '@libs/event-log';
import { pino } from 'pino';
import { eventually } from '../../../../test/support/eventually.js';
import { type OpenRecord, TrackedConsumer } from './tracked-consumer.js';

const groupId = 'tracked';
const topic = topics.control;

const valueOf = (reason: string): Buffer => {
  const data: ExecutionCancelRequested = {
    executionId: '00000000-0000-4000-8000-000000000001',
    workspaceId: '00000000-0000-4000-8000-000000000002',
    reason,
    requestedAt: 0,
  };
  return encodeRecord('ExecutionCancelRequested', data);
};

async function setUp(partitions: number) {
  const eventLog = createMemoryEventLog();
  await eventLog.admin.ensureTopics([{ name: topic, partitions, config: {} }]);
  const appender = eventLog.appender();
  const consumer = (onRecords: (open: readonly Open[]) => void) =>
    new TrackedConsumer({
      ...{ eventLog, poison: appender, groupId, topic },
      logger: pino({ enabled: false }),
      type: 'ExecutionCancelRequested',
      sessionTimeoutMs: 6_000,
      maxOpenPerPartition: 10,
      onRecords,
    });
  return { eventLog, appender, consumer };
}
type Open = OpenRecord<'ExecutionCancelRequested'>;

describe('a tracked consumer', () => {
  it('keeps a full partition paused in a rebalance until half of it is settled', async () => {
    const { eventLog, appender, consumer } = await setUp(2);
    const open: Open[] = [];
    const first = consumer((more) => open.push(...more));
    await first.start();
    const [mine] = first.consumer.status().assigned;
    const append = async (count: number) => {
      for (let index = 0; index < count; index += 1)
        await appender.append({
          topic,
          partition: mine?.partition ?? 0,
          key: 'k',
          value: valueOf(''),
        });
    };
    await append(10);
    await eventually('it is full', () => open.length === 10);
    const second = consumer(() => undefined);
    await second.start();
    const has = (one: typeof first) =>
      one.consumer.status().assigned.map(({ partition }) => partition);
    expect([has(first).length, has(second).length]).toEqual([1, 1]);
    const own = has(first)[0] === mine?.partition;
    await append(1);
    await second.stop();
    expect([own, open.length]).toEqual([true, 10]);
    for (const { settle } of open.slice(0, 5)) settle();
    await eventually('it goes on', () => open.length === 11);
    await first.stop();
    await eventLog.close();
  });

  it('reads few large records at once and resumes when half their bytes are settled', async () => {
    const { eventLog, appender, consumer } = await setUp(1);
    const open: Open[] = [];
    const tracked = consumer((more) => open.push(...more));
    await tracked.start();
    const value = valueOf('x'.repeat(3 * 1024 * 1024));
    const append = () => appender.append({ topic, key: 'k', value });
    for (let index = 0; index < 6; index += 1) {
      await append();
      if (index < 3) await eventually('it is open', () => open.length === index + 1);
    }
    // A second consumer group proves that all of them can be read by now.
    const other = eventLog.consumer({
      ...{ groupId: 'other', topics: [topic], startFrom: 'earliest' as const },
      onBatch: ({ records }) => Promise.resolve(void (seen += records.length)),
    });
    let seen = 0;
    await other.start();
    await eventually('the other one has them', () => seen === 6);
    expect(open).toHaveLength(3);
    open[0]?.settle();
    expect(open).toHaveLength(3);
    open[1]?.settle();
    await eventually('it goes on', () => open.length > 3);
    await other.stop();
    await tracked.stop();
    await eventLog.close();
  });

  it('leaves its open records to the next owner and commits nothing for them later', async () => {
    const { eventLog, appender, consumer } = await setUp(1);
    const open: Open[] = [];
    const first = consumer((more) => open.push(...more));
    await first.start();
    for (const reason of ['a', 'b'])
      await appender.append({ topic, key: 'k', value: valueOf(reason) });
    await eventually('both are open', () => open.length === 2);
    await first.stop();
    const next: string[] = [];
    const second = consumer((more) => next.push(...more.map(({ data }) => data.reason)));
    await second.start();
    await eventually('the next owner has both', () => next.length === 2);
    for (const { settle } of open) settle();
    await first.commit();
    const committed = await eventLog.admin.committed(groupId, topic);
    expect(committed.get(0)?.offset ?? 0).toBe(0);
    expect(next).toEqual(['a', 'b']);
    await second.stop();
    await eventLog.close();
  });

  it('reads past a record of a newer release without committing its offset', async () => {
    const { eventLog, appender, consumer } = await setUp(1);
    const reasons: string[] = [];
    const tracked = consumer((open) => {
      for (const { data, settle } of open) {
        reasons.push(data.reason);
        settle();
      }
    });
    const newer = Buffer.from([0, 0, 0, 0x7f, 0xff, 1, 2, 3]);
    for (const value of [valueOf('a'), newer, valueOf('b')])
      await appender.append({ topic, key: 'k', value });
    await tracked.start();
    await eventually('both are handled', () => reasons.length === 2);
    await tracked.commit();
    const committed = await eventLog.admin.committed(groupId, topic);
    expect({ reasons, committed: committed.get(0)?.offset, held: tracked.unreadable }).toEqual({
      reasons: ['a', 'b'],
      committed: 1,
      held: 1,
    });
    await tracked.stop();
    await eventLog.close();
  });
});
