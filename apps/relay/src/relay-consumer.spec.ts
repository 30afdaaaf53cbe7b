import { expect, it } from '@jest/globals';
import { topicDeclarations } from '@libs/contracts';
import { createMemoryEventLog } from '@libs/event-log';
import { Metrics } from '@libs/platform';
import { pino } from 'pino';
import { eventually } from '../../../test/support/eventually.js';
import { RelayConsumer } from './relay-consumer.js';
import { createRelayMetrics } from './relay-metrics.js';

it('the relay reports a problem while the takeover of its partitions lasts too long', async () => {
  const log = createMemoryEventLog();
  await log.admin.ensureTopics(topicDeclarations(2));
  const goOn = Promise.withResolvers<undefined>();
  const relay = new RelayConsumer({
    eventLog: {
      ...log,
      transactional: (id) => {
        const producer = log.transactional(id);
        const fence = producer.fence.bind(producer);
        producer.fence = async (...of) => {
          await goOn.promise;
          await fence(...of);
        };
        return producer;
      },
    },
    logger: pino({ level: 'silent' }),
    metrics: createRelayMetrics(new Metrics()),
    poison: log.appender(),
    sessionTimeoutMs: 6_000,
    longTakeoverMs: 0,
  });
  try {
    await relay.consumer.start();
    await eventually('a problem', () => relay.problem() !== null);
    expect(relay.problem()).toEqual({
      part: 'relay',
      problem: expect.stringMatching(
        /^partitions 0, 1 not taken over yet: waiting for the transactional id relay-/,
      ),
    });
    goOn.resolve(undefined);
    await eventually('none', () => relay.problem() === null);
  } finally {
    goOn.resolve(undefined);
    await relay.stop();
  }
});
