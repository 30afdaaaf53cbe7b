/**
 * One idempotent producer with exactly one send in flight. Concurrent sends on an idempotent
 * kafkajs producer lose acknowledged records when a connection breaks. A plain producer repeats
 * whole batches when one partition fails. There is no linger: records that arrive during a flush
 * form the next batch. A failed batch is sent again unchanged, before anything else, for ever: the
 * broker recognises it by its sequence number.
 */
import { ownTurn } from '@libs/event-loop';
import type { Message, Producer, RecordMetadata } from 'kafkajs';
import type { EventLogLogger } from '../../options.js';
import { AppendError } from '../../ports.js';
import { Backoff } from '../client/backoff.js';
import type { NewClient } from '../client/client.js';
import { OwnBatch, type OwnAppends } from './own-appends.js';
import { isProducerBroken, isRefusedBatch, isTooLarge } from '../client/kafka-errors.js';
import type { PendingRecord } from './pending-record.js';
import { newIdempotentProducer, SeveralLeadersError } from './producer.js';

const maxBatchRecords = 2000;
/** Overheads included, below Kafka's default `max.message.bytes` even in a single partition. */
const maxBatchBytes = 1_000_000;
const retryWait = { firstMs: 20, maxMs: 1000 };

export class FlushLane {
  #queue: PendingRecord[] = [];
  #flushing = false;
  #producer: Producer | undefined;
  readonly #stop = new AbortController();

  constructor(
    private readonly newClient: NewClient,
    private readonly log: EventLogLogger,
    private readonly ownAppends: OwnAppends,
    private readonly onFailure: () => void,
  ) {}

  enqueue(pending: PendingRecord): void {
    this.#queue.push(pending);
    this.#arm();
  }

  /** Stops trying; unfinished records stay unfinished. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#dropProducer();
  }

  // setImmediate: callers woken by the last flush can append before the next one is cut.
  #arm(): void {
    if (this.#flushing || this.#queue.length === 0) return;
    this.#flushing = true;
    setImmediate(() => void this.#flush());
  }

  async #flush(): Promise<void> {
    // The producer comes first: while there is none, records can still be withdrawn.
    await this.#withProducer(() => Promise.resolve());
    // A record larger than a batch is sent alone.
    await ownTurn(this.#queue[0]?.sizeBytes ?? 0);
    const batch = this.#take();
    if (batch.length > 0) await this.#deliver(batch);
    this.#flushing = false;
    this.#arm();
  }

  #take(): PendingRecord[] {
    const batch: PendingRecord[] = [];
    let bytes = 0;
    let taken = 0;
    for (const pending of this.#queue) {
      if (pending.state === 'queued') {
        if (
          batch.length > 0 &&
          (bytes + pending.sizeBytes > maxBatchBytes || batch.length === maxBatchRecords)
        )
          break;
        pending.take();
        bytes += pending.sizeBytes;
        batch.push(pending);
      }
      taken++;
    }
    this.#queue = taken === this.#queue.length ? [] : this.#queue.slice(taken);
    return batch;
  }

  /** Ends when every record of the batch is finished, or the lane is closed. */
  async #deliver(batch: readonly PendingRecord[]): Promise<void> {
    let rest = batch;
    while (rest.length > 0 && !this.#stop.signal.aborted) {
      const current = rest;
      const answer = await this.#withProducer((producer) => send(producer, current));
      if (answer === undefined) return;
      if ('refusal' in answer) {
        await this.#deliverInParts(current, answer.refusal);
        return;
      }
      // kafkajs silently leaves out records whose partition is missing from its metadata.
      rest = acknowledge(current, answer.acknowledged, this.ownAppends);
      if (rest.length > 0) this.onFailure();
    }
  }

  /**
   * Splits a batch refused for its content or for several leaders: first by partition, then by
   * record. Sequence numbers are per partition, so the broker recognises a part that was stored.
   */
  async #deliverInParts(batch: readonly PendingRecord[], refusal: unknown): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    if (batch.length === 1) {
      const code = isTooLarge(refusal) ? 'TOO_LARGE' : 'NOT_SENT';
      first.finish(new AppendError(code, 'the broker refuses the record', { cause: refusal }));
      return;
    }
    const byPartition = Map.groupBy(
      batch,
      ({ record, partition }) => `${record.topic}/${partition}`,
    );
    const parts = byPartition.size > 1 ? byPartition.values() : batch.map((pending) => [pending]);
    for (const part of parts) await this.#deliver(part);
  }

  /**
   * Tries until the use succeeds or is refused for good; undefined only when the lane is closed.
   */
  async #withProducer<T>(
    use: (producer: Producer) => Promise<T>,
  ): Promise<T | { refusal: unknown } | undefined> {
    const backoff = new Backoff(retryWait);
    while (!this.#stop.signal.aborted) {
      try {
        this.#producer ??= await newIdempotentProducer(this.newClient);
        return await use(this.#producer);
      } catch (error) {
        if (isRefusedBatch(error)) return { refusal: error };
        this.onFailure();
        if (error instanceof SeveralLeadersError) return { refusal: error };
        const broken = isProducerBroken(error);
        this.log.warn(
          { err: error, newProducer: broken },
          'flush failed; sending the same batch again',
        );
        if (broken) await this.#dropProducer();
        await backoff.wait(this.#stop.signal);
      }
    }
    return undefined;
  }

  async #dropProducer(): Promise<void> {
    const producer = this.#producer;
    this.#producer = undefined;
    await producer?.disconnect().catch(() => undefined);
  }
}

async function send(
  producer: Producer,
  batch: readonly PendingRecord[],
): Promise<{ acknowledged: RecordMetadata[] }> {
  const messagesByTopic = new Map<string, Message[]>();
  for (const pending of batch) {
    const messages = messagesByTopic.get(pending.record.topic);
    if (messages) messages.push(pending.message());
    else messagesByTopic.set(pending.record.topic, [pending.message()]);
  }
  const topicMessages = Array.from(messagesByTopic, ([topic, messages]) => ({ topic, messages }));
  return { acknowledged: await producer.sendBatch({ acks: -1, topicMessages }) };
}

/** Finishes every record whose partition was answered; returns the others. */
function acknowledge(
  batch: readonly PendingRecord[],
  answers: readonly RecordMetadata[],
  ownAppends: OwnAppends,
): PendingRecord[] {
  const answered = new Map<string, { offset: number; own: OwnBatch | null }>();
  for (const { topicName, partition, baseOffset, logAppendTime = '-1' } of answers) {
    const offset = Number(baseOffset);
    const isKept = ownAppends.isFollowed(topicName) && offset >= 0;
    const own = isKept ? new OwnBatch(topicName, partition, offset, logAppendTime) : null;
    answered.set(`${topicName}/${partition}`, { offset, own });
  }
  const unanswered: PendingRecord[] = [];
  for (const pending of batch) {
    const { topic } = pending.record;
    const { partition } = pending;
    const answer = answered.get(`${topic}/${partition}`);
    if (answer === undefined) unanswered.push(pending);
    else {
      answer.own?.add(pending);
      pending.finish({ topic, partition, offset: answer.offset++ });
    }
  }
  ownAppends.note([...answered.values()].flatMap(({ own }) => own ?? []));
  return unanswered;
}
