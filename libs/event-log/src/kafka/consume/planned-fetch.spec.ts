import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import type Batch from 'kafkajs/src/consumer/batch.js';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup.js';
import OffsetManager from 'kafkajs/src/consumer/offsetManager/index.js';
import type { FetchRequest } from '../kafkajs/incremental-fetch.js';

const shippedFetch = ConsumerGroup.prototype.fetch;
await import('../kafkajs/kafkajs-patches.js');

type Fetch = (this: ConsumerGroup, nodeId: number) => Promise<unknown[]>;

const topics = ['a', 'b'] as const;
const nodes = [1, 2];
const partitions = [0, 1, 2];
const firstOffset = 5;

interface Change {
  readonly kind: 'pause' | 'resume' | 'seek' | 'resolve' | 'move leader' | 'assign';
  readonly topic: (typeof topics)[number];
  readonly partition: number;
  readonly value: number;
}

/** kafkajs' own group and offsets with two brokers; `before` runs while an answer is on its way. */
class Reader {
  readonly group: ConsumerGroup;
  /** Since they were taken out. */
  readonly requests: unknown[] = [];
  before: readonly Change[] = [];
  #offsets!: OffsetManager;
  readonly #leaders = new Map<string, number>();
  #metadata = new Map<string, object[]>();
  /** The broker to read from, as the next answer says. */
  preferred: number | undefined;

  constructor(private readonly fetch: Fetch) {
    const log = { namespace: () => log, debug: () => undefined, info: () => undefined };
    this.group = new ConsumerGroup({
      logger: log,
      retry: {},
      topics,
      maxWaitTimeInMs: 1,
      maxBytesPerPartition: 10,
      metadataMaxAge: 60_000,
      cluster: {
        refreshMetadataIfNecessary: () => Promise.resolve(),
        findTopicPartitionMetadata: (topic: string) => this.#metadata.get(topic),
        findBroker: ({ nodeId }: { nodeId: number }) =>
          Promise.resolve({ fetch: (request: FetchRequest) => this.#answer(nodeId, request) }),
      },
    });
    this.#readMetadata();
    this.#assign(partitions.length);
  }

  #readMetadata(): void {
    this.#metadata = new Map(
      topics.map((topic) => [
        topic,
        partitions.map((partitionId) => ({
          partitionId,
          leader: this.#leaders.get(`${topic}${partitionId}`) ?? nodes[partitionId % 2],
        })),
      ]),
    );
  }

  #assign(count: number): void {
    const assigned = partitions.slice(0, count);
    this.group.subscriptionState.assign(topics.map((topic) => ({ topic, partitions: assigned })));
    this.#offsets = new OffsetManager({
      memberAssignment: Object.fromEntries(topics.map((topic) => [topic, assigned])),
      topicConfigurations: {},
      autoCommit: false,
      coordinator: {
        isConnected: () => true,
        offsetFetch: ({ topics: asked }: { topics: { topic: string; partitions: object[] }[] }) =>
          Promise.resolve({
            responses: asked.map(({ topic, partitions: of }) => ({
              topic,
              partitions: of.map((one) => ({ ...one, offset: String(firstOffset) })),
            })),
          }),
      },
    });
    Object.assign(this.group, { offsetManager: this.#offsets });
  }

  change({ kind, topic, partition, value }: Change): void {
    const [state, offset] = [this.group.subscriptionState, String(value)];
    const one = [{ topic, partitions: [partition] }];
    if (kind === 'pause') state.pause(one);
    else if (kind === 'resume') state.resume(one);
    else if (kind === 'seek') this.group.seek({ topic, partition, offset });
    else if (kind === 'resolve') this.#offsets.resolveOffset({ topic, partition, offset });
    else if (kind === 'assign') this.#assign(1 + (value % partitions.length));
    else {
      this.#leaders.set(`${topic}${partition}`, nodes[value % 2] ?? 1);
      this.#readMetadata();
    }
  }

  #answer(nodeId: number, request: FetchRequest): Promise<unknown> {
    this.requests.push({ nodeId, ...request });
    const preferredReadReplica = this.preferred ?? -1;
    this.preferred = undefined;
    const responses = request.topics.map(({ topic, partitions: asked }) => ({
      topicName: topic,
      partitions: asked.map(({ partition, fetchOffset }) => ({
        ...{ partition, highWatermark: '999', preferredReadReplica, abortedTransactions: [] },
        messages: [{ offset: fetchOffset, key: null, value: null }],
      })),
    }));
    for (const change of this.before) this.change(change);
    return Promise.resolve({ responses });
  }

  async read(nodeId: number, before: readonly Change[]): Promise<unknown[]> {
    this.before = before;
    const batches = (await this.fetch.call(this.group, nodeId)) as Batch[];
    return batches.map(({ topic, partition, fetchedOffset }) => ({
      ...{ topic, partition, fetchedOffset },
    }));
  }
}

const change = fc.record({
  kind: fc.constantFrom(
    ...(['pause', 'resume', 'seek', 'resolve', 'move leader', 'assign'] as const),
  ),
  topic: fc.constantFrom(...topics),
  partition: fc.constantFrom(...partitions),
  value: fc.nat(50),
});
const step = fc.record({
  changes: fc.array(change, { maxLength: 2 }),
  nodeId: fc.constantFrom(...nodes),
  /** Only these during an answer: `stale-batches.spec.ts` covers batches of an old position. */
  before: fc.array(
    change.filter(({ kind }) => ['pause', 'resume', 'seek'].includes(kind)),
    { maxLength: 1 },
  ),
});

/** `toEqual` is called only to show a difference: it takes most of the time of this test. */
function expectSame(given: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(given, expected)) expect(given).toEqual(expected);
}

describe('a planned fetch', () => {
  it('sends and returns the same as kafkajs after any changes', async () => {
    // kafkajs sleeps for a millisecond when it has nothing to ask for.
    const timers = jest.spyOn(globalThis, 'setTimeout');
    timers.mockImplementation(((act: () => void) => setImmediate(act)) as never);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (script) => {
        const planned = new Reader(ConsumerGroup.prototype.fetch);
        const shipped = new Reader(shippedFetch);
        for (const { changes, nodeId, before } of script) {
          for (const one of changes) for (const reader of [planned, shipped]) reader.change(one);
          const given = await planned.read(nodeId, before);
          expectSame(given, await shipped.read(nodeId, before));
          expectSame(planned.requests.splice(0), shipped.requests.splice(0));
        }
      }),
      { numRuns: 1_000 },
    );
    timers.mockRestore();
  });

  it('keeps its plan while nothing changes', async () => {
    const reader = new Reader(ConsumerGroup.prototype.fetch);
    await reader.read(1, []);
    const planning = jest.spyOn(reader.group as never, 'filterPartitionsByNode');
    await reader.read(1, []);
    expect(planning).not.toHaveBeenCalled();
  });

  it('is left to kafkajs after a broker names a preferred replica', async () => {
    const reader = new Reader(ConsumerGroup.prototype.fetch);
    await reader.read(1, []);
    for (let answers = 0; answers < 2; answers += 1) {
      reader.preferred = 2;
      await reader.read(1, []);
    }
    expect(await reader.read(1, [])).toHaveLength(0);
    expect(await reader.read(2, [])).toHaveLength(topics.length * partitions.length);
  });
});
