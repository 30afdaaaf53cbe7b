/**
 * Answers one consumer's fetches from one broker with this process' own appends where they are
 * known (`own-appends.ts`), and otherwise from the broker. A process that reads what it appends
 * neither waits for that fetch nor pays for it (measured: decision 16). While own records keep
 * coming, no fetch waits at the broker, as every append would answer it; the broker is polled
 * instead. A fetch waits there once others append or own records pause.
 */
import type { RecordPosition, TopicPartition } from '../../ports.js';
import { partitionKey } from './consumer-positions.js';
import type { FetchRequest, FetchResponse } from '../kafkajs/incremental-fetch.js';
import type { OwnAppends, OwnMessage } from '../append/own-appends.js';

/** Wait this long after the last own record before fetching from the broker. */
const lullMs = 20;
/** While own records keep coming, poll the broker this often. */
const lookEveryMs = 100;
/** A record of another process makes more of them likely for this long. */
const othersForMs = 10_000;
/** A fetch may bring an own record before its acknowledgement arrives. */
const acknowledgedWithinMs = 50;

type FetchedTopic = FetchResponse['responses'][number];

interface Question {
  readonly offsets: ReadonlyMap<string, number>;
  readonly waits: boolean;
  outcome?: { readonly response: FetchResponse } | { readonly error: unknown };
}

const offsetsOf = ({ topics }: FetchRequest): Map<string, number> =>
  new Map(
    topics.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, fetchOffset }) => [
        partitionKey({ topic, partition }),
        Number(fetchOffset),
      ]),
    ),
  );

export class OwnFirstFetch {
  #question: Question | null = null;
  readonly #waiting = new Set<() => void>();
  #askedAtMs = -Infinity;
  #ownAtMs = -Infinity;
  #othersUntilMs = -Infinity;
  /**
   * The first record of an answer that is not known as our own; it may come from another process.
   */
  #suspect: (RecordPosition & { readonly atMs: number }) | null = null;

  constructor(
    private readonly appends: OwnAppends,
    private readonly ask: (request: FetchRequest) => Promise<FetchResponse>,
  ) {}

  async fetch(request: FetchRequest): Promise<FetchResponse> {
    for (;;) {
      const answer = this.#takeAnswer(request);
      if (answer !== null) return answer;
      const own = this.#readOwn(request);
      if (own !== null) return own;
      if (this.#question !== null) await this.#wait(request);
      else {
        const restMs = this.#restMs();
        if (restMs > 0) await this.#wait(request, restMs);
        else this.#send(request, true);
      }
    }
  }

  /** The part of the broker's answer that is still wanted. */
  #takeAnswer(request: FetchRequest): FetchResponse | null {
    const question = this.#question;
    if (question?.outcome === undefined) return null;
    this.#question = null;
    const wanted = offsetsOf(request);
    if ('error' in question.outcome) {
      if (isOutOfRangeElsewhere(question.outcome.error, question.offsets, wanted)) return null;
      throw question.outcome.error;
    }
    const { response } = question.outcome;
    const responses = response.responses
      .map((topic) => wantedOf(topic, question.offsets, wanted))
      .filter(({ partitions }) => partitions.length > 0);
    const news = responses.flatMap(({ topicName, partitions }) =>
      partitions.flatMap(({ partition, messages: [first] }) =>
        first === undefined ? [] : [{ topic: topicName, partition, offset: Number(first.offset) }],
      ),
    );
    this.#weigh(news);
    // An empty answer is passed on once the wait is over: kafkajs has to send heartbeats.
    const isEmpty = question.waits && response.responses.length === 0;
    return responses.length > 0 || isEmpty ? { ...response, responses } : null;
  }

  #weigh(news: readonly RecordPosition[]): void {
    const now = performance.now();
    const suspect = this.#suspect;
    if (suspect !== null && now - suspect.atMs >= acknowledgedWithinMs) {
      this.#suspect = null;
      if (!this.#isOwn(suspect)) this.#othersUntilMs = now + othersForMs;
    }
    if (this.#suspect !== null) return;
    const unknown = news.find((record) => !this.#isOwn(record));
    if (unknown !== undefined) this.#suspect = { ...unknown, atMs: now };
  }

  #isOwn({ topic, partition, offset }: RecordPosition): boolean {
    return this.appends.read(topic, partition, offset) !== null;
  }

  #readOwn(request: FetchRequest): FetchResponse | null {
    const responses: FetchedTopic[] = [];
    for (const { topic, partitions } of request.topics) {
      const known = [];
      for (const { partition, fetchOffset } of partitions) {
        const messages = this.appends.read(topic, partition, Number(fetchOffset));
        if (messages !== null) known.push(ownPartition(partition, messages));
      }
      if (known.length > 0) responses.push({ topicName: topic, partitions: known });
    }
    if (responses.length === 0) return null;
    this.#ownAtMs = performance.now();
    const waits = this.#othersAppend();
    if (this.#question === null && (waits || this.#ownAtMs - this.#askedAtMs >= lookEveryMs))
      this.#send(behind(request, responses), waits);
    return { responses };
  }

  #othersAppend(): boolean {
    return performance.now() < this.#othersUntilMs;
  }

  #restMs(): number {
    if (this.#othersAppend()) return 0;
    return Math.min(this.#ownAtMs + lullMs, this.#askedAtMs + lookEveryMs) - performance.now();
  }

  #send(request: FetchRequest, waits: boolean): void {
    const question: Question = { offsets: offsetsOf(request), waits };
    this.#question = question;
    this.#askedAtMs = performance.now();
    this.ask(waits ? request : { ...request, maxWaitTime: 0 })
      .then(
        (response) => (question.outcome = { response }),
        (error: unknown) => (question.outcome = { error }),
      )
      .finally(() => this.#wake());
  }

  /** Waits for an answer, an append, or this many ms. */
  async #wait({ topics }: FetchRequest, ms?: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const wake = () => resolve(undefined);
    this.#waiting.add(wake);
    const names = topics.map(({ topic }) => topic);
    const stop = this.appends.listen(names, wake);
    const timer = ms === undefined ? undefined : setTimeout(wake, ms);
    await promise;
    clearTimeout(timer);
    stop();
    this.#waiting.delete(wake);
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }
}

const ownPartition = (partition: number, messages: readonly OwnMessage[]) => {
  const end = String(Number(messages.at(-1)?.offset) + 1);
  return { partition, highWatermark: end, messages };
};

/** The same request, starting after these records. */
function behind(request: FetchRequest, responses: readonly FetchedTopic[]): FetchRequest {
  const ends = new Map(
    responses.flatMap(({ topicName, partitions }) =>
      partitions.map(({ partition, highWatermark }) => [
        partitionKey({ topic: topicName, partition }),
        highWatermark,
      ]),
    ),
  );
  const topics = request.topics.map(({ topic, partitions }) => ({
    topic,
    partitions: partitions.map((asked) => ({
      ...asked,
      fetchOffset:
        ends.get(partitionKey({ topic, partition: asked.partition })) ?? asked.fetchOffset,
    })),
  }));
  return { ...request, topics };
}

/**
 * The part of a topic's answer at the positions wanted now. A partition may have advanced by own
 * records, been sought elsewhere, or been dropped since the request.
 */
function wantedOf(
  { topicName, partitions }: FetchedTopic,
  asked: ReadonlyMap<string, number>,
  wanted: ReadonlyMap<string, number>,
): FetchedTopic {
  return {
    topicName,
    partitions: partitions.flatMap((answer) => {
      const key = partitionKey({ topic: topicName, partition: answer.partition });
      const [from, to] = [asked.get(key), wanted.get(key)];
      if (from === undefined || to === undefined || to < from) return [];
      if (to === from) return [answer];
      const messages = answer.messages.filter(({ offset }) => Number(offset) >= to);
      return messages.length === 0 ? [] : [{ ...answer, messages }];
    }),
  };
}

/** The error concerns an old position: kafkajs would reset the current one. */
function isOutOfRangeElsewhere(
  error: unknown,
  asked: ReadonlyMap<string, number>,
  wanted: ReadonlyMap<string, number>,
): boolean {
  if (!(error instanceof Error) || error.name !== 'KafkaJSOffsetOutOfRange') return false;
  const key = partitionKey(error as Error & TopicPartition);
  return asked.get(key) !== wanted.get(key);
}
