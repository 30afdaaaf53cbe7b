import { describe, expect, it } from '@jest/globals';
import {
  encodeRecord,
  headers,
  topics,
  type ExecutionRequested,
  type RecordTypes,
} from '@libs/contracts';
import { createMemoryEventLog, type ReceivedRecord } from '@libs/event-log';
import type { ExecutionEvent } from '@libs/execution';
import fc from 'fast-check';
import {
  blockCompleted,
  executionCompleted,
  executionStarted,
  identity,
} from '../../../test/support/ledger-fixtures.js';
import { LedgerFold } from './ledger-fold.js';
import { LedgerWriter } from './ledger-writer.js';
import { decodePlace, encodePlace } from './low-watermark.js';
import { PartitionOwner } from './partition-owner.js';
import { RequestQueue } from './request-queue.js';

/**
 * A partition in miniature: a requests log, a ledger, the committed watermark. Owners come and go at any point; they begin and end
 * executions in any order, read requests in pieces, commit now and then, and superseded writers write in between.
 */
class Partition {
  readonly requests: string[] = [];
  readonly ledger: ReceivedRecord[] = [];
  committed = { offset: 0, metadata: '' };
  /** What has truly happened, by execution. */
  readonly begun = new Map<string, number>();
  readonly ends = new Map<string, number>();
  /** Results recorded under the claim in force, by execution. */
  readonly results = new Map<string, number>();
  #owner: PartitionOwner | null = null;

  #read = 0;
  #running = new Map<string, { offset: number; sequence: number }>();
  #zombie: LedgerWriter | null = null;
  #writers = 0;

  #append(type: string, key: string | null, value: Buffer, claimOffset: number | null): number {
    const offset = this.ledger.length;
    const claim = claimOffset === null ? {} : { [headers.claimOffset]: String(claimOffset) };
    const record = { topic: topics.events, partition: 0, offset, key, value, timestampMs: 0 };
    this.ledger.push({ ...record, headers: { [headers.eventType]: type, ...claim } });
    return offset;
  }

  #event<T extends ExecutionEvent['type']>(
    type: T,
    data: RecordTypes[T],
    claimOffset: number,
  ): void {
    this.#append(type, data.executionId, encodeRecord(type, data), claimOffset);
  }

  takeOver(): void {
    const writerId = `00000000-0000-4000-8000-${String((this.#writers += 1)).padStart(12, '0')}`;
    const claimed = {
      partition: 0,
      writerId,
      claimOffset: null,
      host: 'h',
      engineVersion: '1',
      claimedAt: 0,
    };
    const claimOffset = this.#append(
      'PartitionClaimed',
      null,
      encodeRecord('PartitionClaimed', claimed),
      null,
    );
    const place = decodePlace(this.committed.metadata);
    const fold = new LedgerFold(place.claimOffset, this.committed.offset);
    for (const record of this.ledger.slice(place.offset, claimOffset)) fold.apply(record);
    const { unfinished, ended, frozen, lastBegunOffset } = fold;
    this.#zombie = this.#owner?.writer ?? null;
    this.#owner = new PartitionOwner(
      new LedgerWriter(createMemoryEventLog().appender(), 0, writerId, claimOffset),
      new RequestQueue(() => undefined),
      {
        writerId,
        claimOffset,
        requestsFrom: this.committed.offset,
        controlFrom: 0,
        place,
        unfinished,
        ended,
        lastBegunOffset,
        frozen,
      },
    );
    this.#read = this.committed.offset;
    this.#running = new Map();
  }

  get owner(): PartitionOwner {
    if (this.#owner === null) throw new Error('nobody has taken over yet');
    return this.#owner;
  }

  request(): void {
    this.requests.push(`00000000-0000-4000-9000-${String(this.requests.length).padStart(12, '0')}`);
  }

  /** Reads so many requests; each that is new is taken out of the queue, to be begun at some later time. */
  read(count: number): void {
    this.owner.advanceTail(this.ledger.length);
    for (
      const end = Math.min(this.#read + count, this.requests.length);
      this.#read < end;
      this.#read += 1
    ) {
      const executionId = this.requests[this.#read] ?? '';
      this.owner.admit({
        offset: this.#read,
        request: { executionId } as ExecutionRequested,
        traceparent: null,
        sizeBytes: 1,
      });
    }
    for (let next = this.owner.next(); next !== undefined; next = this.owner.next()) {
      const { executionId } = next.queued.request;
      if (this.ends.has(executionId))
        throw new Error(`${executionId} has ended and would run again`);
      // Everything recorded under a claim in force must be known to whoever goes on.
      expect(next.history.results.size).toBe(this.results.get(executionId) ?? 0);
      expect(next.history.started !== null).toBe(this.begun.has(executionId));
      this.#running.set(executionId, {
        offset: next.queued.offset,
        sequence: next.history.lastSequence,
      });
    }
  }

  #pick(pick: number): [string, { offset: number; sequence: number }] | undefined {
    return [...this.#running][pick % Math.max(1, this.#running.size)];
  }

  progress(pick: number): void {
    const [executionId, at] = this.#pick(pick) ?? [];
    if (executionId === undefined || at === undefined) return;
    const { claimOffset } = this.owner.writer;
    at.sequence += 1;
    if (!this.begun.has(executionId)) {
      this.begun.set(executionId, at.offset);
      const started = { sequence: at.sequence, requestOffset: at.offset };
      this.#event(
        'ExecutionStarted',
        executionStarted(identity(executionId, executionId), started),
        claimOffset,
      );
      return;
    }
    this.results.set(executionId, (this.results.get(executionId) ?? 0) + 1);
    this.#event(
      'BlockCompleted',
      blockCompleted(executionId, at.sequence, `b${at.sequence}`),
      claimOffset,
    );
  }

  end(pick: number): void {
    const [executionId, at] = this.#pick(pick) ?? [];
    if (executionId === undefined || at === undefined || !this.begun.has(executionId)) return;
    const { claimOffset } = this.owner.writer;
    this.#event(
      'ExecutionCompleted',
      executionCompleted(identity(executionId, executionId), at.sequence + 1),
      claimOffset,
    );
    this.ends.set(executionId, at.offset);
    this.#running.delete(executionId);
    this.owner.settle({ executionId } as ExecutionRequested, at.offset);
  }

  commit(): void {
    const { offset, place } = this.owner.watermark();
    this.committed = { offset, metadata: encodePlace(place) };
  }

  /** A writer that was superseded and does not know it ends something: void. */
  haunt(pick: number): void {
    const executionId = this.requests[pick % Math.max(1, this.requests.length)];
    if (this.#zombie === null || executionId === undefined) return;
    this.#event(
      'ExecutionCompleted',
      executionCompleted(identity(executionId, executionId), 99),
      this.#zombie.claimOffset,
    );
  }
}

const steps = fc.array(
  fc.tuple(
    fc.constantFrom(
      'request',
      'request',
      'read',
      'progress',
      'progress',
      'progress',
      'end',
      'commit',
      'crash',
      'haunt',
    ),
    fc.nat(20),
  ),
  { minLength: 20, maxLength: 120, size: 'max' },
);

describe('takeover', () => {
  it('finds an execution that had begun although an older request had not, after two crashes', () => {
    const partition = new Partition();
    partition.takeOver();
    partition.request();
    partition.request();
    partition.read(2);
    partition.progress(1);
    partition.progress(1);
    partition.takeOver();
    partition.read(1);
    partition.commit();
    partition.takeOver();
    partition.read(2);
    expect(partition.results.size).toBe(1);
  });

  it('never runs again what has ended and never forgets a recorded result, through any sequence of crashes', () => {
    fc.assert(
      fc.property(steps, (script) => {
        const partition = new Partition();
        partition.takeOver();
        for (const [step, pick] of script) {
          if (step === 'request') partition.request();
          else if (step === 'read') partition.read(1 + (pick % 4));
          else if (step === 'progress') partition.progress(pick);
          else if (step === 'end') partition.end(pick);
          else if (step === 'commit') partition.commit();
          else if (step === 'crash') partition.takeOver();
          else partition.haunt(pick);
        }
        partition.takeOver();
        partition.read(partition.requests.length);
        expect(partition.owner.watermark().offset).toBeLessThanOrEqual(partition.requests.length);
      }),
      { numRuns: 1_000 },
    );
  });
});
