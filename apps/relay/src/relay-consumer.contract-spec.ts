import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { groups, poisonTopicOf, topicDeclarations, topics } from '@libs/contracts';
import {
  createKafkaEventLog,
  type EventLog,
  type OutgoingRecord,
  type RecordAppender,
} from '@libs/event-log';
import type { KafkaServer } from '@libs/local-stack';
import { Metrics } from '@libs/platform';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { eventually } from '../../../test/support/eventually.js';
import {
  blockCompleted,
  claimRecord,
  executionCompleted,
  executionStarted,
  identity,
  ledgerRecord,
} from '../../../test/support/ledger-fixtures.js';
import { startFreshKafka } from '../../../test/support/stack.js';
import { RelayConsumer } from './relay-consumer.js';
import { createRelayMetrics } from './relay-metrics.js';
import { announced } from './testing/announced.js';

const workspaceId = '33333333-3333-4333-8333-333333333333';
const partitions = 2;
let kafka: KafkaServer;
let eventLog: EventLog;
let ledger: RecordAppender;
const running: RelayConsumer[] = [];
/** Offset of the newest claim, by partition. */
const claims = new Map<number, number>();

beforeAll(async () => {
  kafka = await startFreshKafka();
  eventLog = createKafkaEventLog({ brokers: [kafka.kafkaBrokers], clientId: 'relay-test' });
  await eventLog.admin.ensureTopics(topicDeclarations(partitions));
  ledger = eventLog.appender();
  for (const partition of [0, 1]) await claim(partition);
}, 120_000);
afterAll(async () => {
  await ledger.close();
  await eventLog.close();
  await kafka.stop();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((relay) => relay.stop()));
});

async function claim(partition: number): Promise<void> {
  const { offset } = await ledger.append(claimRecord(partition, randomUUID()));
  claims.set(partition, offset);
}

function history(
  executionId: string,
  partition: number,
  claimOffset = claims.get(partition)!,
): OutgoingRecord[] {
  const of = identity(executionId, workspaceId);
  return [
    ledgerRecord(partition, claimOffset, 'ExecutionStarted', executionStarted(of)),
    ledgerRecord(partition, claimOffset, 'BlockCompleted', blockCompleted(executionId, 2, 'call')),
    ledgerRecord(partition, claimOffset, 'ExecutionCompleted', executionCompleted(of, 3)),
  ];
}
const append = async (records: readonly OutgoingRecord[]): Promise<void> => {
  await Promise.all(records.map((record) => ledger.append(record)));
};

/** @param transact wraps each transaction of this relay */
function start(transact?: (real: () => Promise<void>) => Promise<void>): RelayConsumer {
  const log: EventLog = {
    ...eventLog,
    admin: eventLog.admin,
    consumer: (spec) => eventLog.consumer(spec),
    readRange: (...range) => eventLog.readRange(...range),
    transactional: (id) => {
      const real = eventLog.transactional(id);
      return {
        fence: (fenced) => real.fence(fenced),
        close: () => real.close(),
        transact: (records, consumed) => {
          const call = (): Promise<void> => real.transact(records, consumed);
          return transact === undefined ? call() : transact(call);
        },
      };
    },
  };
  const relay = new RelayConsumer({
    eventLog: log,
    logger: pino({ level: 'silent' }),
    metrics: createRelayMetrics(new Metrics()),
    poison: ledger,
    sessionTimeoutMs: 6_000,
  });
  running.push(relay);
  void relay.consumer.start();
  return relay;
}

const timesOf = async (ids: readonly string[], topic?: string): Promise<number[]> => {
  const found = await announced(eventLog, topic);
  return ids.map((id) => found.filter((other) => other === id).length);
};
const onceEach = (ids: readonly string[]): Promise<true> =>
  eventually('each is announced once', async () => {
    const times = await timesOf(ids);
    expect(Math.max(...times)).toBeLessThanOrEqual(1);
    return times.every((n) => n === 1);
  }).then(() => true);

describe('the relay', () => {
  it('announces ends and steps once, also across a restart', async () => {
    const ids = Array.from({ length: 8 }, () => randomUUID());
    await append(ids.slice(0, 6).flatMap((id, n) => history(id, n % 2)));
    const first = start();
    await onceEach(ids.slice(0, 6));
    await running.splice(0)[0]!.stop();
    expect(first.problem()).toBeNull();
    await append(ids.slice(6).flatMap((id, n) => history(id, n % 2)));
    start();
    await onceEach(ids);
    expect(await timesOf(ids, topics.steps)).toEqual(ids.map(() => 1));
  });

  it('publishes the pending records of all its partitions in one transaction', async () => {
    const [first, ...others] = Array.from({ length: 7 }, () => randomUUID());
    const gate = Promise.withResolvers<undefined>();
    let transactions = 0;
    const relay = start(async (real) => {
      transactions += 1;
      if (transactions === 1) await gate.promise;
      await real();
    });
    await append(history(first!, 0));
    await eventually('a transaction is under way', () => transactions === 1);
    await append(others.flatMap((id, n) => history(id, n % 2)));
    await eventually('the others are read', () => relay.consumer.status().lag === 0);
    gate.resolve(undefined);
    await onceEach([first!, ...others]);
    expect(transactions).toBe(2);
  });

  it('announces records once when the answer to a commit is lost', async () => {
    const ids = [randomUUID(), randomUUID()];
    let lost = 0;
    start(async (real) => {
      await real();
      lost += 1;
      if (lost === 1) throw new Error('the answer to the commit was lost');
    });
    await append(ids.flatMap((id) => history(id, 0)));
    await onceEach(ids);
    const last = randomUUID();
    await append(history(last, 0));
    await onceEach([...ids, last]);
  });

  it('refuses the transaction of a relay that was replaced before it sent', async () => {
    const ids = Array.from({ length: 8 }, () => randomUUID());
    const gate = Promise.withResolvers<undefined>();
    let openTransactions = 0;
    let refused = 0;
    start(async (real) => {
      openTransactions += 1;
      await gate.promise;
      await real().catch((error: unknown) => {
        refused += 1;
        throw error;
      });
    });
    await append(ids.flatMap((id, n) => history(id, n % 2)));
    await eventually('the first relay holds a transaction', () => openTransactions === 1);
    start();
    await eventually('the second relay announced what it took over', async () =>
      (await timesOf(ids)).includes(1),
    );
    gate.resolve(undefined);
    await onceEach(ids);
    await eventually('the overtaken relay was refused', () => refused === 1);
    await onceEach(ids);
  });

  it('announces a repeated execution once across a restart, and no zombie record', async () => {
    const [twice, zombie, last] = [randomUUID(), randomUUID(), randomUUID()];
    const old = claims.get(1)!;
    await claim(1);
    await append(history(twice, 1));
    start();
    await onceEach([twice]);
    await running.splice(0)[0]!.stop();
    await append([...history(twice, 1), ...history(zombie, 1, old), ...history(last, 1)]);
    start();
    await onceEach([twice, last]);
    expect(await timesOf([zombie, twice])).toEqual([0, 1]);
    expect(await timesOf([twice], topics.steps)).toEqual([1]);
  });

  it('moves undecodable records to poison and halts at a record of a newer release', async () => {
    const [before, behind] = [randomUUID(), randomUUID()];
    const [future] = history(randomUUID(), 0);
    const unknown = Buffer.from(future!.value!);
    unknown.writeInt32BE(999_999, 1);
    const junk = { topic: topics.events, partition: 0, key: 'k', value: Buffer.from('junk') };
    await append([
      junk,
      ...history(before, 0),
      { ...future!, value: unknown },
      ...history(behind, 0),
    ]);
    const relay = start();
    await onceEach([before]);
    await eventually('it says so', () => relay.problem()?.problem.includes('partition 0 halted'));
    expect(await timesOf([behind])).toEqual([0]);
    expect((await eventLog.admin.endOffsets(poisonTopicOf(groups.relay))).get(0)).toBe(1);
    const other = randomUUID();
    await append(history(other, 1));
    await onceEach([other]);
  });
});
