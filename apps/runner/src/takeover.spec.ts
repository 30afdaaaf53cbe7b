import { describe, expect, it } from '@jest/globals';
import {
  encodeRecord,
  headers,
  topics,
  type ExecutionRequested,
  type ExecutionResumeRequested,
  type RecordTypes,
} from '@libs/contracts';
import { createMemoryEventLog, type ReceivedRecord } from '@libs/event-log';
import { evolve, parkedStateOf, restoreHistory, type ExecutionEvent } from '@libs/execution';
import fc from 'fast-check';
import {
  blockCompleted,
  executionCompleted,
  executionStarted,
  identity,
} from '../../../test/support/ledger-fixtures.js';
import { goesOn } from './go-on.js';
import { LedgerFold } from './ledger-fold.js';
import { LedgerWriter } from './ledger-writer.js';
import { decodePlace, earlierPlace, encodePlace } from './low-watermark.js';
import { PartitionOwner, type Admitted } from './partition-owner.js';
import { RequestQueue } from './request-queue.js';

/** What a newer engine writes in a form of its own: an older one finds a schema that it does not know. */
const inNewerForm = new Set(['ExecutionStarted', 'BlockCompleted', 'ExecutionResumed']);

interface Stored extends ReceivedRecord {
  readonly isOfNewer: boolean;
}

/** The record as an engine reads it. */
function readBy(isNewer: boolean, { isOfNewer, ...record }: Stored): ReceivedRecord {
  const type = record.headers[headers.eventType] ?? '';
  if (isNewer || !isOfNewer || !inNewerForm.has(type) || record.value === null) return record;
  const value = Buffer.from(record.value);
  value.writeInt32BE(999_999, 1);
  return { ...record, value };
}

/**
 * A partition in miniature: requests, orders, a ledger, both committed watermarks, and rows of parked executions. Owners come and go
 * at any point, some of a newer release than others; they begin, park, wake and end executions in any order, read in pieces, commit
 * now and then, and superseded writers write in between.
 */
class Partition {
  readonly requests: string[] = [];
  readonly orders: ExecutionResumeRequested[] = [];
  readonly ledger: Stored[] = [];
  committed = { offset: 0, metadata: '', orders: 0, ordersMetadata: '' };
  /** What has truly happened. */
  readonly begun = new Set<string>();
  readonly ends = new Set<string>();
  readonly results = new Map<string, number>();
  /** As the projection has them. */
  readonly rows = new Map<string, { state: string; sequence: number; waitId: number }>();
  readonly asleep = new Set<string>();
  #owner: PartitionOwner | null = null;
  #read = 0;
  #readOrders = 0;
  readonly running = new Map<string, Admitted>();
  #zombie: LedgerWriter | null = null;
  #writers = 0;
  #isNewer = false;

  #append(type: string, key: string | null, value: Buffer, claimOffset: number | null): number {
    const offset = this.ledger.length;
    const claim = claimOffset === null ? {} : { [headers.claimOffset]: String(claimOffset) };
    const record = { topic: topics.events, partition: 0, offset, key, value, timestampMs: 0 };
    const marks = { [headers.eventType]: type, ...claim };
    this.ledger.push({ ...record, headers: marks, isOfNewer: this.#isNewer });
    return offset;
  }

  /** Appends an event of a running execution and folds it, as the runner does. */
  #event<T extends ExecutionEvent['type']>(type: T, data: RecordTypes[T], of: Admitted): void {
    const { claimOffset } = this.owner.writer;
    this.#append(type, data.executionId, encodeRecord(type, data), claimOffset);
    evolve(of.history, { type, data } as unknown as ExecutionEvent);
  }

  takeOver(isNewer = this.#isNewer): void {
    this.#isNewer = isNewer;
    const writerId = `00000000-0000-4000-8000-${String((this.#writers += 1)).padStart(12, '0')}`;
    const claimed = { partition: 0, writerId, claimOffset: null, host: 'h', engineVersion: '1' };
    const value = encodeRecord('PartitionClaimed', { ...claimed, claimedAt: 0 });
    const claimOffset = this.#append('PartitionClaimed', null, value, null);
    const { offset: requestsFrom, orders: controlFrom, ordersMetadata } = this.committed;
    const place = earlierPlace(decodePlace(this.committed.metadata), ordersMetadata);
    const fold = new LedgerFold(place.claimOffset, requestsFrom);
    for (const record of this.ledger.slice(place.offset, claimOffset))
      fold.apply(readBy(isNewer, record));
    this.#zombie = this.#owner?.writer ?? null;
    const { unfinished, resumed, parked, ended, frozen, lastBegunOffset, lastWokenOffset } = fold;
    this.#owner = new PartitionOwner(
      new LedgerWriter(createMemoryEventLog().appender(), 0, writerId, claimOffset),
      new RequestQueue(() => undefined),
      {
        ...{ writerId, claimOffset, requestsFrom, controlFrom, controlTo: controlFrom, place },
        ...{ unfinished, resumed, parked, ended, frozen, lastBegunOffset, lastWokenOffset },
      },
    );
    this.#read = requestsFrom;
    this.#readOrders = controlFrom;
    this.running.clear();
  }

  get owner(): PartitionOwner {
    if (this.#owner === null) throw new Error('nobody has taken over yet');
    return this.#owner;
  }

  request(): void {
    this.requests.push(`00000000-0000-4000-9000-${String(this.requests.length).padStart(12, '0')}`);
  }

  /** Somebody resumes what is parked, perhaps once more than needed. */
  order(pick: number): void {
    const [executionId, row] = [...this.rows][pick % Math.max(1, this.rows.size)] ?? [];
    if (executionId === undefined || row === undefined) return;
    const wait = { blockId: `w${row.waitId}`, iteration: '', waitId: row.waitId };
    this.orders.push({ executionId, ...wait, reason: 'timer', data: null, requestedAt: 0 });
  }

  /** Reads so many requests; each that is new is taken out of the queue, to be begun at some later time. */
  read(count: number): void {
    this.owner.advanceTail(this.ledger.length);
    const end = Math.min(this.#read + count, this.requests.length);
    for (; this.#read < end; this.#read += 1) {
      const request = { executionId: this.requests[this.#read] ?? '' } as ExecutionRequested;
      this.owner.admit({ offset: this.#read, request, traceparent: null, sizeBytes: 1 });
    }
    for (let next = this.owner.next(); next !== undefined; next = this.owner.next())
      this.#goOn(next);
  }

  /** Reads so many orders; those they wake go on from their row and from what the takeover found. */
  readOrders(count: number): void {
    this.owner.advanceTail(this.ledger.length);
    const end = Math.min(this.#readOrders + count, this.orders.length);
    for (; this.#readOrders < end; this.#readOrders += 1) {
      const order = this.orders[this.#readOrders];
      if (order === undefined) break;
      const { executionId } = order;
      this.owner.order({ kind: 'resume', executionId, offset: this.#readOrders, order });
    }
    for (let next = this.owner.nextWoken(); next !== undefined; next = this.owner.nextWoken())
      this.#wake(next);
  }

  #wake({ executionId, origin }: Admitted): void {
    const row = this.rows.get(executionId);
    const history = row && restoreHistory(row.state, row.sequence, 0).history;
    const since = this.owner.takeover.resumed.get(executionId) ?? [];
    if (history === undefined || !goesOn(history, since, origin.commands)) {
      this.owner.park(executionId, origin);
      return;
    }
    const woken = { executionId, origin, history };
    this.#goOn(woken);
    if (history.parkedAt === null) return;
    const [command] = origin.commands;
    if (command?.kind !== 'resume') throw new Error('only orders wake here');
    const sequence = history.lastSequence + 1;
    const { blockId, waitId, reason } = command.order;
    const resumed = { ...{ executionId, sequence, blockId, waitId, reason }, iteration: '' };
    const data = { ...resumed, occurredAt: 0, controlOffset: command.offset };
    this.#event('ExecutionResumed', data, woken);
    this.asleep.delete(executionId);
    this.#complete(woken, blockId);
  }

  #goOn(admitted: Admitted): void {
    const { executionId, history } = admitted;
    if (this.ends.has(executionId)) throw new Error(`${executionId} has ended and would run again`);
    if (this.running.has(executionId)) throw new Error(`${executionId} would run twice`);
    // Everything recorded under a claim in force must be known to whoever goes on.
    expect(history.results.size).toBe(this.results.get(executionId) ?? 0);
    expect(history.started !== null).toBe(this.begun.has(executionId));
    this.running.set(executionId, admitted);
  }

  #complete(of: Admitted, blockId: string): void {
    const { executionId, history } = of;
    if (history.results.has(blockId)) throw new Error(`${blockId} would be recorded again`);
    this.results.set(executionId, (this.results.get(executionId) ?? 0) + 1);
    const sequence = history.lastSequence + 1;
    this.#event('BlockCompleted', blockCompleted(executionId, sequence, blockId), of);
  }

  #pick(pick: number): Admitted | undefined {
    return [...this.running.values()][pick % Math.max(1, this.running.size)];
  }

  progress(pick: number): void {
    const at = this.#pick(pick);
    if (at === undefined) return;
    const { executionId, history, origin } = at;
    const sequence = history.lastSequence + 1;
    if (this.begun.has(executionId)) {
      this.#complete(at, `b${sequence}`);
      return;
    }
    this.begun.add(executionId);
    const started = { sequence, requestOffset: origin.requestOffset ?? -1 };
    const of = identity(executionId, executionId);
    this.#event('ExecutionStarted', executionStarted(of, started), at);
  }

  park(pick: number): void {
    const at = this.#pick(pick);
    if (at === undefined || !this.begun.has(at.executionId)) return;
    const { executionId, history } = at;
    const waitId = history.lastSequence + 1;
    const block = { blockId: `w${waitId}`, blockName: 'W', blockType: 'wait', iteration: '' };
    const common = { executionId, occurredAt: 0 };
    this.#event('BlockStarted', { ...common, ...block, sequence: waitId, input: null }, at);
    const state = parkedStateOf(history, null, new Map());
    const sequence = waitId + 1;
    const data = { ...common, sequence, workspaceId: executionId, dueAt: null, waits: [], state };
    this.#event('ExecutionParked', data, at);
    this.rows.set(executionId, { state, sequence, waitId });
    this.asleep.add(executionId);
    this.running.delete(executionId);
    this.owner.advanceTail(this.ledger.length);
    this.owner.park(executionId, at.origin);
  }

  end(pick: number): void {
    const at = this.#pick(pick);
    if (at === undefined || !this.begun.has(at.executionId)) return;
    const { executionId, history } = at;
    const of = identity(executionId, executionId);
    this.#event('ExecutionCompleted', executionCompleted(of, history.lastSequence + 1), at);
    this.ends.add(executionId);
    this.rows.delete(executionId);
    this.running.delete(executionId);
    this.owner.settle(executionId, at.origin);
  }

  commit(): void {
    const { offset, place } = this.owner.watermark();
    const orders = this.owner.orderWatermark();
    this.committed = {
      offset,
      metadata: encodePlace(place),
      orders: orders.offset,
      ordersMetadata: orders.place === null ? '' : encodePlace(orders.place),
    };
  }

  /** A writer that was superseded and does not know it begins, records or ends something: void. */
  haunt(pick: number): void {
    const executionId = this.requests[pick % Math.max(1, this.requests.length)];
    if (this.#zombie === null || executionId === undefined) return;
    const of = identity(executionId, executionId);
    const events = [
      ['ExecutionStarted', executionStarted(of, { sequence: 1, requestOffset: pick })],
      ['BlockCompleted', blockCompleted(executionId, 2, 'b2')],
      ['ExecutionCompleted', executionCompleted(of, 99)],
    ] as const;
    const [type, data] = events[pick % events.length] ?? events[0];
    const value = encodeRecord(type, data as never);
    this.#append(type, executionId, value, this.#zombie.claimOffset);
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
      'park',
      'order',
      'order',
      'readOrders',
      'readOrders',
      'end',
      'commit',
      'crash',
      'rollForward',
      'rollBack',
      'haunt',
    ),
    fc.nat(20),
  ),
  { minLength: 20, maxLength: 160, size: 'max' },
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

  it('runs nothing again after a rollback and a second upgrade, although the older owner could not read how it began', () => {
    const partition = new Partition();
    partition.takeOver(true);
    partition.request();
    partition.read(1);
    partition.progress(0);
    partition.progress(0);
    partition.takeOver(false);
    partition.read(1);
    expect(partition.running.size).toBe(0);
    partition.commit();
    partition.takeOver(true);
    partition.read(1);
    expect(partition.running.size).toBe(1);
  });

  it('passes what a newer owner has ended or parked, although the older one could not read how it began', () => {
    const partition = new Partition();
    partition.takeOver(true);
    partition.request();
    partition.request();
    partition.read(2);
    for (const pick of [0, 1]) partition.progress(pick);
    partition.end(0);
    partition.park(0);
    partition.takeOver(false);
    partition.read(2);
    expect(partition.owner.frozenCount).toBe(0);
    expect(partition.owner.watermark().offset).toBe(2);
  });

  it('never runs again what has ended and never forgets a recorded result, through any sequence of crashes, upgrades and rollbacks', () => {
    fc.assert(
      fc.property(steps, (script) => {
        const partition = new Partition();
        partition.takeOver();
        for (const [step, pick] of script) {
          if (step === 'request') partition.request();
          else if (step === 'read') partition.read(1 + (pick % 4));
          else if (step === 'progress') partition.progress(pick);
          else if (step === 'park') partition.park(pick);
          else if (step === 'order') partition.order(pick);
          else if (step === 'readOrders') partition.readOrders(1 + (pick % 4));
          else if (step === 'end') partition.end(pick);
          else if (step === 'commit') partition.commit();
          else if (step === 'crash') partition.takeOver();
          else if (step === 'rollForward') partition.takeOver(true);
          else if (step === 'rollBack') partition.takeOver(false);
          else partition.haunt(pick);
        }
        partition.takeOver(true);
        partition.read(partition.requests.length);
        partition.readOrders(partition.orders.length);
        // Whatever had begun has ended, runs again, or is parked: nothing is forgotten.
        for (const executionId of partition.begun) {
          const place = [partition.ends, partition.running, partition.asleep];
          expect(place.filter((one) => one.has(executionId))).toHaveLength(1);
        }
        expect(partition.owner.watermark().offset).toBeLessThanOrEqual(partition.requests.length);
      }),
      { numRuns: 1_000 },
    );
  }, 120_000);
});
