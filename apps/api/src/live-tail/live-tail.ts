/**
 * The ledger's live tail: one reader per api instance. A synchronous caller registers before its
 * request is appended and is answered by the terminal event itself, without a second reply channel.
 * Only records of awaited or followed executions are decoded.
 */
import { headers, topics, type ExecutionCompleted } from '@libs/contracts';
import { decodeRecord } from '@libs/contracts';
import type { EventLog, ReceivedBatch, ReceivedRecord, SupervisedConsumer } from '@libs/event-log';
import { admit, noClaim, readLedgerRecord, type LedgerEvent } from '@libs/ledger';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';

export interface Waiter {
  /** Resolves with the terminal event, or with null after `forget`. */
  readonly ended: Promise<ExecutionCompleted | null>;
  forget(): void;
}

/** Events of one execution as the ledger has them, in order. */
export type ExecutionLedgerEvent = Exclude<LedgerEvent, { readonly type: 'PartitionClaimed' }>;

interface Listener {
  /** False: only the terminal event is decoded and passed on. */
  readonly wantsAll: boolean;
  tell(event: ExecutionLedgerEvent): void;
}

export class LiveTail {
  readonly consumer: SupervisedConsumer;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #claims = new Map<number, number>();

  constructor(
    private readonly eventLog: EventLog,
    private readonly logger: Logger,
  ) {
    this.consumer = eventLog.consumer({
      // A consumer group per instance: each instance reads every partition, from now on.
      groupId: `flowledger-live-tail-${randomUUID()}`,
      topics: [topics.events],
      startFrom: 'latest',
      maxWaitMs: 250,
      onBatch: (batch) => this.#onBatch(batch),
    });
  }

  /** False while events could be missed; synchronous calls are then refused before the append. */
  isLive(): boolean {
    return this.consumer.status().state === 'running';
  }

  waitFor(executionId: string): Waiter {
    let settle: (event: ExecutionCompleted | null) => void = () => undefined;
    const ended = new Promise<ExecutionCompleted | null>((resolve) => (settle = resolve));
    const stop = this.#listen(executionId, {
      wantsAll: false,
      tell: (event) => {
        if (event.type === 'ExecutionCompleted') settle(event.data);
      },
    });
    const forget = (): void => {
      settle(null);
      stop();
    };
    return { ended, forget };
  }

  /**
   * Calls `tell` for every event of an execution from now on.
   * @returns a function that stops it
   */
  follow(executionId: string, tell: (event: ExecutionLedgerEvent) => void): () => void {
    return this.#listen(executionId, { wantsAll: true, tell });
  }

  #listen(executionId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(executionId) ?? new Set();
    this.#listeners.set(executionId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(executionId) === listeners)
        this.#listeners.delete(executionId);
    };
  }

  async #onBatch(batch: ReceivedBatch): Promise<void> {
    let claim =
      this.#claims.get(batch.partition) ??
      (await this.#claimBefore(batch.partition, batch.records[0]?.offset ?? 0));
    for (const record of batch.records) {
      const isEnd = record.headers[headers.eventType] === 'ExecutionCompleted';
      const listeners = [
        ...((record.key === null ? undefined : this.#listeners.get(record.key)) ?? []),
      ].filter(({ wantsAll }) => wantsAll || isEnd);
      claim =
        listeners.length === 0
          ? admit(claim, record).claimInForce
          : this.#tell(claim, record, listeners);
    }
    this.#claims.set(batch.partition, claim);
  }

  #tell(claim: number, record: ReceivedRecord, listeners: readonly Listener[]): number {
    const reading = readLedgerRecord(claim, record);
    if (reading.kind === 'event' && reading.event.type !== 'PartitionClaimed') {
      for (const listener of listeners) listener.tell(reading.event);
    } else if (reading.kind === 'newer' || reading.kind === 'poison') {
      const { partition, offset } = record;
      this.logger.warn(
        { partition, offset, reason: reading.reason },
        'unreadable event of an execution',
      );
    }
    return reading.claimInForce;
  }

  /** The claim in force at `offset`, from the claims topic (decision 3). */
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
