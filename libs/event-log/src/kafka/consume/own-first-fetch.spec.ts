import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { setTimeout as delay } from 'node:timers/promises';
import type { FetchRequest, FetchResponse } from '../kafkajs/incremental-fetch.js';
import { OwnAppends, OwnBatch } from '../append/own-appends.js';
import { OwnFirstFetch } from './own-first-fetch.js';
import { PendingRecord } from '../append/pending-record.js';

const ignore = () => undefined;
const topic = 't';

/**
 * Answers as Kafka does: at once when there are records, otherwise empty after the longest wait.
 */
class Broker {
  readonly logs: string[][] = [[], []];
  readonly asked: FetchRequest[] = [];
  answerAfterMs = 0;
  fails: Error | null = null;
  #appended = Promise.withResolvers<undefined>();

  append(partition: number, values: readonly string[]): number {
    const log = this.logs[partition] ?? [];
    log.push(...values);
    this.#appended.resolve(undefined);
    this.#appended = Promise.withResolvers<undefined>();
    return log.length - values.length;
  }

  readonly fetch = async (request: FetchRequest): Promise<FetchResponse> => {
    this.asked.push(request);
    const endsAt = performance.now() + request.maxWaitTime;
    for (;;) {
      if (this.fails !== null) throw this.fails;
      const partitions = (request.topics[0]?.partitions ?? []).flatMap(
        ({ partition, fetchOffset }) => {
          const log = this.logs[partition] ?? [];
          const from = Number(fetchOffset);
          const messages = log
            .slice(from)
            .map((value, n) => ({ offset: String(from + n), value: Buffer.from(value) }));
          return messages.length === 0
            ? []
            : [{ partition, highWatermark: String(log.length), messages }];
        },
      );
      const leftMs = endsAt - performance.now();
      if (partitions.length > 0 || leftMs <= 0) {
        await delay(this.answerAfterMs);
        return { responses: partitions.length === 0 ? [] : [{ topicName: topic, partitions }] };
      }
      await Promise.race([this.#appended.promise, delay(leftMs, undefined, { ref: false })]);
    }
  };
}

function acknowledged(partition: number, baseOffset: number, values: readonly string[]): OwnBatch {
  const own = new OwnBatch(topic, partition, baseOffset, '-1');
  for (const text of values) {
    const record = { topic, key: null, value: Buffer.from(text) };
    own.add(new PendingRecord(record, 10, ignore, ignore, ignore));
  }
  return own;
}

/**
 * Reads like kafkajs: takes an answer's records from its position on, then fetches the next ones.
 */
class Reader {
  readonly positions = [0, 0];
  readonly seen: string[][] = [[], []];

  constructor(private readonly fetches: OwnFirstFetch) {}

  async fetchOnce(partitions = [0, 1], maxWaitTime = 20): Promise<number> {
    const at = [...this.positions];
    const { responses } = await this.fetches.fetch({
      maxWaitTime,
      topics: [
        {
          topic,
          partitions: partitions.map((partition) => ({
            partition,
            fetchOffset: String(at[partition]),
          })),
        },
      ],
    });
    let count = 0;
    for (const { partition, messages } of responses.flatMap((answer) => answer.partitions)) {
      // It sought elsewhere meanwhile: `stale-batches.ts` drops the answer.
      if (this.positions[partition] !== at[partition]) continue;
      // kafkajs takes records that all lie before the position for a compaction gap and skips the
      // next one.
      const last = messages.at(-1);
      if (last !== undefined)
        expect(Number(last.offset)).toBeGreaterThanOrEqual(at[partition] ?? 0);
      for (const message of messages as readonly { offset: string; value: Buffer }[]) {
        if (Number(message.offset) < (at[partition] ?? 0)) continue;
        expect(Number(message.offset)).toBe(this.positions[partition]);
        this.positions[partition] = Number(message.offset) + 1;
        this.seen[partition]?.push(message.value.toString());
        count += 1;
      }
    }
    return count;
  }
}

function setUp() {
  const broker = new Broker();
  const own = new OwnAppends();
  const reader = new Reader(new OwnFirstFetch(own, broker.fetch));
  return { broker, own, reader };
}

describe('a fetch with own appends', () => {
  it('returns every record once and in order, for any appender and delay', async () => {
    const steps = fc.array(
      fc.record({
        partition: fc.nat(1),
        count: fc.integer({ min: 1, max: 3 }),
        by: fc.constantFrom('us', 'us', 'us, acknowledged late', 'others'),
        pauseMs: fc.constantFrom(0, 0, 0, 1, 7),
        seek: fc.constantFrom(false, false, false, true),
      }),
      { minLength: 1, maxLength: 25 },
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(0, 1, 4), async (all, answerAfterMs) => {
        const { broker, own, reader } = setUp();
        broker.answerAfterMs = answerAfterMs;
        let text = 0;
        const append = async () => {
          for (const { partition, count, by, pauseMs, seek } of all) {
            const values = Array.from({ length: count }, () => String((text += 1)));
            const base = broker.append(partition, values);
            const tell = () => own.note([acknowledged(partition, base, values)]);
            if (by === 'us') tell();
            // One lane: no own record is acknowledged before those sent earlier.
            else if (by !== 'others') {
              await delay(3);
              tell();
            }
            if (pauseMs > 0) await delay(pauseMs);
            if (seek) {
              reader.positions[partition] = Math.floor((reader.positions[partition] ?? 0) / 2);
              reader.seen[partition]?.splice(reader.positions[partition] ?? 0);
            }
          }
        };
        const over = new AbortController();
        const appending = append().finally(() => over.abort());
        const complete = () =>
          reader.positions.every((position, n) => position === broker.logs[n]?.length);
        while (!over.signal.aborted || !complete()) await reader.fetchOnce();
        await appending;
        expect(reader.seen).toEqual(broker.logs);
      }),
      { numRuns: 60 },
    );
  });

  it('polls the broker rarely while own records keep coming', async () => {
    const { broker, own, reader } = setUp();
    const until = performance.now() + 300;
    let rounds = 0;
    while (performance.now() < until) {
      own.note([acknowledged(0, broker.append(0, ['v']), ['v'])]);
      expect(await reader.fetchOnce()).toBe(1);
      rounds += 1;
      await delay(1);
    }
    expect(rounds).toBeGreaterThan(broker.asked.length * 2);
    expect(broker.asked.length).toBeGreaterThan(1);
    expect(broker.asked.slice(1).every(({ maxWaitTime }) => maxWaitTime === 0)).toBe(true);
  });

  it('waits at the broker for records of others once some have come', async () => {
    const { broker, own, reader } = setUp();
    broker.append(1, ['theirs']);
    await reader.fetchOnce();
    await delay(60);
    broker.append(1, ['theirs']);
    await reader.fetchOnce();
    own.note([acknowledged(0, broker.append(0, ['v']), ['v'])]);
    await reader.fetchOnce([0, 1], 10_000);
    const waiting = reader.fetchOnce([0, 1], 10_000);
    await delay(0);
    expect(broker.asked.at(-1)?.maxWaitTime).toBe(10_000);
    broker.append(1, ['theirs']);
    expect(await waiting).toBe(1);
  });

  it('reads records of others while own records keep coming', async () => {
    const { broker, own, reader } = setUp();
    const append = () => own.note([acknowledged(0, broker.append(0, ['v']), ['v'])]);
    for (let n = 0; n < 2; n += 1) {
      broker.append(1, ['theirs']);
      await reader.fetchOnce();
      await delay(60);
    }
    await reader.fetchOnce();
    const before = broker.asked.length;
    for (let n = 0; n < 20; n += 1) {
      append();
      broker.append(1, ['theirs']);
      await reader.fetchOnce();
      await delay(1);
    }
    // About every second fetch brings records of others.
    expect(broker.asked.length - before).toBeGreaterThan(4);
    expect(reader.seen[1]?.length).toBeGreaterThan(10);
  });

  it('returns nothing after the longest wait, and fails when the broker is down', async () => {
    const { broker, reader } = setUp();
    expect(await reader.fetchOnce([0, 1], 15)).toBe(0);
    broker.fails = new Error('away');
    await expect(reader.fetchOnce()).rejects.toThrow('away');
    broker.fails = null;
    broker.append(0, ['v']);
    expect(await reader.fetchOnce()).toBe(1);
  });

  it('ignores an out-of-range error for a partition that has moved on', async () => {
    const { broker, own, reader } = setUp();
    const waiting = reader.fetchOnce([0], 10_000);
    await delay(1);
    own.note([acknowledged(0, 0, ['v'])]);
    expect(await waiting).toBe(1);
    broker.fails = Object.assign(new Error('gone'), {
      name: 'KafkaJSOffsetOutOfRange',
      topic,
      partition: 0,
    });
    broker.append(0, ['v']);
    await delay(1);
    const next = reader.fetchOnce([0], 10_000);
    own.note([acknowledged(0, 1, ['w'])]);
    expect(await next).toBe(1);
    await delay(10);
    await expect(reader.fetchOnce([0])).rejects.toThrow('gone');
  });
});
