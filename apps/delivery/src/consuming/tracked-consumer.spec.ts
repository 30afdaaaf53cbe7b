import { describe, expect, it } from '@jest/globals';
import { encodeRecord, topics, type ExecutionCancelRequested } from '@libs/contracts';
import { createMemoryEventLog } from '@libs/event-log';
import { pino } from 'pino';
import { eventually } from '../../../../test/support/eventually.js';
import { TrackedConsumer } from './tracked-consumer.js';

const groupId = 'tracked';
const topic = topics.control;

describe('a tracked consumer', () => {
  it('does not pass a record of a newer release, nor put it away, and goes on behind it', async () => {
    const eventLog = createMemoryEventLog();
    await eventLog.admin.ensureTopics([{ name: topic, partitions: 1, config: {} }]);
    const poison = eventLog.appender();
    const reasons: string[] = [];
    const tracked = new TrackedConsumer({
      ...{ eventLog, poison, groupId, topic },
      logger: pino({ enabled: false }),
      type: 'ExecutionCancelRequested',
      sessionTimeoutMs: 6_000,
      maxOpenPerPartition: 10,
      onRecords: (held) => {
        for (const { data, settle } of held) {
          reasons.push(data.reason);
          settle();
        }
      },
    });
    const order = (reason: string): Buffer => {
      const data: ExecutionCancelRequested = {
        executionId: '00000000-0000-4000-8000-000000000001',
        workspaceId: '00000000-0000-4000-8000-000000000002',
        reason,
        requestedAt: 0,
      };
      return encodeRecord('ExecutionCancelRequested', data);
    };
    const newer = Buffer.from([0, 0, 0, 0x7f, 0xff, 1, 2, 3]);
    for (const value of [order('a'), newer, order('b')])
      await poison.append({ topic, key: 'k', value });
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
