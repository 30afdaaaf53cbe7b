/**
 * The ledger's live tail: one reader per api instance. A synchronous caller registers before its request is appended and is
 * answered by the terminal event itself; no second reply channel (design.md section 5). Only records of executions that
 * somebody waits for are decoded.
 */
import { headers, topics, type ExecutionCompleted } from '@libs/contracts';
import { decodeRecord } from '@libs/contracts';
import type { EventLog, ReceivedBatch, SupervisedConsumer } from '@libs/event-log';
import { admit, noClaim, readLedgerRecord } from '@libs/ledger';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';

export interface Waiter {
  /** Resolves with the terminal event, or with null when `forget` was called. */
  readonly ended: Promise<ExecutionCompleted | null>;
  forget(): void;
}

type Resolve = (event: ExecutionCompleted | null) => void;

export class LiveTail {
  readonly consumer: SupervisedConsumer;
  readonly #waiters = new Map<string, Set<Resolve>>();
  readonly #claims = new Map<number, number>();

  constructor(
    private readonly eventLog: EventLog,
    private readonly logger: Logger,
  ) {
    this.consumer = eventLog.consumer({
      // A group of its own: every instance reads everything, from now on.
      groupId: `flowledger-live-tail-${randomUUID()}`,
      topics: [topics.events],
      startFrom: 'latest',
      maxWaitMs: 250,
      onBatch: (batch) => this.#onBatch(batch),
    });
  }

  /** False while answers could be missed; synchronous calls are then refused before anything is appended. */
  isLive(): boolean {
    return this.consumer.status().state === 'running';
  }

  waitFor(executionId: string): Waiter {
    let resolve: Resolve = () => undefined;
    const ended = new Promise<ExecutionCompleted | null>((settle) => (resolve = settle));
    const waiters = this.#waiters.get(executionId) ?? new Set();
    this.#waiters.set(executionId, waiters.add(resolve));
    const forget = (): void => {
      resolve(null);
      waiters.delete(resolve);
      if (waiters.size === 0) this.#waiters.delete(executionId);
    };
    return { ended, forget };
  }

  async #onBatch(batch: ReceivedBatch): Promise<void> {
    let claim =
      this.#claims.get(batch.partition) ??
      (await this.#claimBefore(batch.partition, batch.records[0]?.offset ?? 0));
    for (const record of batch.records) {
      const waiters = record.key === null ? undefined : this.#waiters.get(record.key);
      if (waiters === undefined || record.headers[headers.eventType] !== 'ExecutionCompleted') {
        claim = admit(claim, record).claimInForce;
        continue;
      }
      const reading = readLedgerRecord(claim, record);
      claim = reading.claimInForce;
      if (reading.kind === 'unknown' || reading.kind === 'garbage') {
        this.logger.warn(
          { partition: batch.partition, offset: record.offset, reason: reading.reason },
          'unreadable end of an execution',
        );
      }
      if (reading.kind !== 'event' || reading.event.type !== 'ExecutionCompleted') continue;
      for (const resolve of waiters) resolve(reading.event.data);
    }
    this.#claims.set(batch.partition, claim);
  }

  /** The claim in force where this reader began, from the claims topic (design.md 3.9). */
  async #claimBefore(partition: number, offset: number): Promise<number> {
    const [start, end] = await Promise.all([
      this.eventLog.admin.startOffsets(topics.claims),
      this.eventLog.admin.endOffsets(topics.claims),
    ]);
    let claim = noClaim;
    await this.eventLog.readRange(
      { topic: topics.claims, partition: 0 },
      start.get(0) ?? 0,
      end.get(0) ?? 0,
      (records) => {
        for (const record of records) {
          if (record.key !== String(partition)) continue;
          const claimed = decodeRecord(record.value);
          if (claimed.type !== 'PartitionClaimed') continue;
          const { claimOffset } = claimed.data;
          if (claimOffset !== null && claimOffset < offset) claim = Math.max(claim, claimOffset);
        }
      },
    );
    return claim;
  }
}
