import { describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kafka, ProducerBatch, RecordMetadata } from 'kafkajs';
import { silentLogger } from '../../options.js';
import type { RecordPosition } from '../../ports.js';
import { eventually } from '../../testing/contract-fixture.js';
import { FlushLane } from './flush-lane.js';
import { OwnAppends } from './own-appends.js';
import { PendingRecord } from './pending-record.js';
import { SeveralLeadersError } from './producer.js';

type Answer = 'stored' | { readonly type: string };

/** A log of one topic behind producers whose sends the test answers one at a time. */
class FakeBroker {
  /** The values of each send, by partition, with the number of the producer that sent them. */
  readonly sends: { producer: number; batch: string }[] = [];
  producers = 0;
  inFlight = 0;
  mostInFlight = 0;
  readonly #ends = new Map<number, number>();
  readonly #waiting: ((answer: Answer) => void)[] = [];

  /** @param decide answers a send by itself; without it, sends wait for `answer` */
  constructor(private readonly decide?: (batch: string) => Answer) {}

  readonly newClient = (): Kafka => {
    const producer = ++this.producers;
    const fake = {
      connect: () => Promise.resolve(),
      disconnect: () => Promise.resolve(),
      sendBatch: (request: ProducerBatch) => this.#receive(producer, request),
    };
    return { producer: () => fake } as unknown as Kafka;
  };

  async answer(answer: Answer): Promise<void> {
    await eventually(() => this.#waiting.length > 0);
    this.#waiting.shift()?.(answer);
  }

  async #receive(
    producer: number,
    { topicMessages = [] }: ProducerBatch,
  ): Promise<RecordMetadata[]> {
    this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
    const messages = topicMessages.flatMap((topic) => topic.messages);
    const batch = messages
      .map(({ partition, value }) => `${partition ?? -1}${String(value)}`)
      .join(' ');
    this.sends.push({ producer, batch });
    const answer =
      this.decide?.(batch) ?? (await new Promise<Answer>((resolve) => this.#waiting.push(resolve)));
    this.inFlight--;
    if (answer !== 'stored') throw Object.assign(new Error(answer.type), answer);
    const counts = Map.groupBy(messages, ({ partition }) => partition ?? -1);
    return Array.from(counts, ([partition, { length }]) => {
      const base = this.#ends.get(partition) ?? 0;
      this.#ends.set(partition, base + length);
      return { topicName: 't', partition, baseOffset: String(base), errorCode: 0 };
    });
  }
}

function laneTo(broker: FakeBroker) {
  const lane = new FlushLane(broker.newClient, silentLogger, new OwnAppends(), () => undefined);
  const append = (partition: number, value: string, timeoutMs?: number): Promise<RecordPosition> =>
    new Promise((resolve, reject) => {
      const record = { topic: 't', key: null, value: Buffer.from(value) };
      const pending = new PendingRecord(record, value.length, resolve, reject, () => undefined);
      pending.partition = partition;
      if (timeoutMs !== undefined) pending.giveUpAfter(timeoutMs);
      lane.enqueue(pending);
    });
  return append;
}

const batches = (broker: FakeBroker): string[] => broker.sends.map(({ batch }) => batch);

describe('a flush lane', () => {
  it('has one send in flight and batches later records', async () => {
    const broker = new FakeBroker();
    const append = laneTo(broker);
    const first = append(0, 'a');
    await eventually(() => broker.inFlight === 1);
    const others = [append(0, 'b'), append(1, 'c')];
    // A second flush would start in the next round of the event loop.
    await nextTurn();
    await nextTurn();
    await broker.answer('stored');
    await first;
    await broker.answer('stored');
    expect((await Promise.all(others)).map(({ offset }) => offset)).toEqual([1, 0]);
    expect(batches(broker)).toEqual(['0a', '0b 1c']);
    expect(broker.mostInFlight).toBe(1);
  });

  it('retries a failed batch unchanged on the same producer, before others', async () => {
    const broker = new FakeBroker();
    const append = laneTo(broker);
    const all = [append(0, 'a'), append(0, 'b')];
    await eventually(() => broker.inFlight === 1);
    all.push(append(0, 'c'));
    await broker.answer({ type: 'NOT_LEADER_FOR_PARTITION' });
    await broker.answer({ type: 'REQUEST_TIMED_OUT' });
    await broker.answer('stored');
    await broker.answer('stored');
    await Promise.all(all);
    expect(batches(broker)).toEqual(['0a 0b', '0a 0b', '0a 0b', '0c']);
    expect(broker.producers).toBe(1);
  });

  it('retries the same batch on a new producer when the old one is broken', async () => {
    const broker = new FakeBroker();
    const append = laneTo(broker);
    const all = [append(0, 'a')];
    await eventually(() => broker.inFlight === 1);
    all.push(append(0, 'b'));
    await broker.answer({ type: 'OUT_OF_ORDER_SEQUENCE_NUMBER' });
    await broker.answer('stored');
    await broker.answer('stored');
    await Promise.all(all);
    expect(broker.sends).toEqual([
      { producer: 1, batch: '0a' },
      { producer: 2, batch: '0a' },
      { producer: 2, batch: '0b' },
    ]);
  });

  it('splits a refused batch by partition, then by record', async () => {
    const broker = new FakeBroker((batch) =>
      batch.includes('X') ? { type: 'MESSAGE_TOO_LARGE' } : 'stored',
    );
    const append = laneTo(broker);
    const [a, x, b] = await Promise.allSettled([append(0, 'a'), append(0, 'X'), append(1, 'b')]);
    expect(a).toMatchObject({ status: 'fulfilled', value: { offset: 0 } });
    expect(x).toMatchObject({ status: 'rejected', reason: { code: 'TOO_LARGE' } });
    expect(b).toMatchObject({ status: 'fulfilled', value: { offset: 0 } });
    expect(batches(broker)).toEqual(['0a 0X 1b', '0a 0X', '0a', '0X', '1b']);
  });

  it('splits a batch by partition when its leaders differ', async () => {
    const broker = new FakeBroker((batch) => {
      if (batch.includes('0') && batch.includes('1')) throw new SeveralLeadersError();
      return 'stored';
    });
    const append = laneTo(broker);
    const positions = await Promise.all([append(0, 'a'), append(1, 'b'), append(0, 'c')]);
    expect(positions.map(({ offset }) => offset)).toEqual([0, 0, 1]);
    expect(batches(broker)).toEqual(['0a 1b 0c', '0a 0c', '1b']);
  });

  it('never sends a queued record that its caller gave up', async () => {
    const broker = new FakeBroker();
    const append = laneTo(broker);
    const first = append(0, 'a');
    await eventually(() => broker.inFlight === 1);
    await expect(append(0, 'b', 1)).rejects.toMatchObject({ code: 'NOT_SENT' });
    const last = append(0, 'c');
    await broker.answer('stored');
    await broker.answer('stored');
    await Promise.all([first, last]);
    expect(batches(broker)).toEqual(['0a', '0c']);
  });

  it('keeps sending a record that its caller gave up in flight', async () => {
    const broker = new FakeBroker();
    const append = laneTo(broker);
    await expect(append(0, 'a', 20)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await broker.answer({ type: 'NETWORK_EXCEPTION' });
    await broker.answer('stored');
    expect(batches(broker)).toEqual(['0a', '0a']);
  });
});
