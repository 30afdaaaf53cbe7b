import { describe, expect, it } from '@jest/globals';
import {
  encodeRecord,
  headers,
  topics,
  type ExecutionRequested,
  type ExecutionResumeRequested,
  type RecordTypes,
} from '@libs/contracts';
import type {
  OutgoingRecord,
  ReceivedRecord,
  RecordAppender,
  RecordPosition,
} from '@libs/event-log';
import { evolve, parkedStateOf, restoreHistory, type ExecutionEvent } from '@libs/execution';
import { decodePosition, earlierPosition, encodePosition } from '@libs/ledger';
import fc from 'fast-check';
import {
  blockCompleted,
  executionCompleted,
  executionStarted,
  identity,
} from '../../../../test/support/ledger-fixtures.js';
import { goesOn } from './parked-executions.js';
import { LedgerFold } from './ledger-fold.js';
import { LedgerWriter } from './ledger-writer.js';
import { PartitionOwner, type Admitted } from './partition-owner.js';
import { RequestQueue } from './request-queue.js';

/** Event types that a newer engine writes in its own form, with a schema unknown to older ones. */
const inNewerForm = new Set(['ExecutionStarted', 'BlockCompleted', 'ExecutionResumed']);

interface Stored extends ReceivedRecord {
  readonly isOfNewer: boolean;
}

/** The record as that engine reads it. */
function readBy(isNewer: boolean, { isOfNewer, ...record }: Stored): ReceivedRecord {
  const type = record.headers[headers.eventType] ?? '';
  if (isNewer || !isOfNewer || !inNewerForm.has(type) || record.value === null) return record;
  const value = Buffer.from(record.value);
  value.writeInt32BE(999_999, 1);
  return { ...record, value };
}

/** The memory of a process that claimed the partition and does not know yet of a later claim. */
interface Holder {
  readonly owner: PartitionOwner;
  readonly isNewer: boolean;
  readonly running: Map<string, Admitted>;
  requestsRead: number;
  commandsRead: number;
}

/**
 * A miniature partition. Holders of any release come and go. One that lost it acts until it reads
 * the new claim, and may claim it late. Only the one group member commits and takes it back.
 */
class Partition {
  readonly requests: string[] = [];
  readonly commands: ExecutionResumeRequested[] = [];
  readonly ledger: Stored[] = [];
  committed = { offset: 0, metadata: '', commands: 0, commandsMetadata: '' };
  /** True facts only: recorded under the newest claim. */
  readonly begun = new Set<string>();
  readonly ends = new Set<string>();
  readonly results = new Map<string, number>();
  /** Rows as the projection stores them. */
  readonly rows = new Map<string, { state: string; sequence: number; waitId: number }>();
  readonly asleep = new Set<string>();
  readonly #claims: number[] = [];
  #member: Holder;
  #ghost: Holder | null = null;

  constructor(isNewer = false) {
    this.#member = this.#claim(isNewer);
  }

  get owner(): PartitionOwner {
    return this.#member.owner;
  }

  get running(): ReadonlyMap<string, Admitted> {
    return this.#member.running;
  }

  #append(record: OutgoingRecord, isOfNewer: boolean): RecordPosition {
    const position = { topic: topics.events, partition: 0, offset: this.ledger.length };
    const { key, value, headers: marks = {} } = record;
    this.ledger.push({ ...position, key, value, headers: marks, timestampMs: 0, isOfNewer });
    return position;
  }

  #claim(isNewer: boolean): Holder {
    const writerId = `00000000-0000-4000-8000-${String(this.#claims.length + 1).padStart(12, '0')}`;
    const claimed = { partition: 0, writerId, claimOffset: null, host: 'h', engineVersion: '1' };
    const value = encodeRecord('PartitionClaimed', { ...claimed, claimedAt: 0 });
    const marks = { [headers.eventType]: 'PartitionClaimed' };
    const record = { topic: topics.events, key: null, value, headers: marks };
    const { offset: claimOffset } = this.#append(record, isNewer);
    this.#claims.push(claimOffset);
    const { offset: requestsFrom, commands: controlFrom, commandsMetadata } = this.committed;
    const position = earlierPosition(decodePosition(this.committed.metadata), commandsMetadata);
    const fold = new LedgerFold(position.claimOffset, requestsFrom);
    for (const stored of this.ledger.slice(position.offset, claimOffset))
      fold.apply(readBy(isNewer, stored));
    const { unfinished, resumed, parked, ended, frozen, lastBegunOffset, lastWokenOffset } = fold;
    const appender: RecordAppender = {
      append: (appended) => Promise.resolve(this.#append(appended, isNewer)),
      oldestPendingMs: () => 0,
      isCrowded: () => false,
      close: () => Promise.resolve(),
    };
    const owner = new PartitionOwner(
      new LedgerWriter(appender, 0, writerId, claimOffset),
      new RequestQueue(() => undefined),
      {
        ...{
          writerId,
          claimOffset,
          claimedAtMs: 0,
          requestsFrom,
          requestsTo: requestsFrom,
          position,
        },
        ...{ controlFrom, controlTo: controlFrom },
        ...{ unfinished, resumed, parked, ended, frozen, lastBegunOffset, lastWokenOffset },
      },
    );
    const read = { requestsRead: requestsFrom, commandsRead: controlFrom };
    return { owner, isNewer, running: new Map(), ...read };
  }

  /** The member is gone, or learns too late that it lost its membership. Another takes over. */
  takeOver(isNewer = this.#member.isNewer): void {
    this.#ghost = this.#member;
    this.#member = this.#claim(isNewer);
  }

  /** A holder that lost the partition claims it. Its records count until the member sees that. */
  claimLate(): void {
    if (this.#ghost !== null) this.#ghost = this.#claim(this.#ghost.isNewer);
  }

  #isInForce({ owner }: Holder): boolean {
    return owner.writer.claimOffset === this.#claims.at(-1);
  }

  holder(isGhost: boolean): Holder {
    return (isGhost ? this.#ghost : null) ?? this.#member;
  }

  /** A holder that reads a foreign claim stops. The member claims again. */
  readTail(of: Holder): void {
    if (this.#isInForce(of)) of.owner.tail.read(this.ledger.length);
    else if (of === this.#member) this.#member = this.#claim(of.isNewer);
    else this.#ghost = null;
  }

  commit(): void {
    const { requests, commands } = this.#member.owner.confirmed();
    this.committed = {
      offset: requests.offset,
      metadata: encodePosition(requests.position),
      commands: commands.offset,
      commandsMetadata: commands.position === null ? '' : encodePosition(commands.position),
    };
  }

  /** Appends an event of a running execution and folds it, as the runner does. */
  #event<T extends ExecutionEvent['type']>(
    holder: Holder,
    of: Admitted,
    type: T,
    data: RecordTypes[T],
  ): void {
    void holder.owner.writer.append(type, data, null);
    evolve(of.history, { type, data } as unknown as ExecutionEvent);
  }

  request(): void {
    this.requests.push(`00000000-0000-4000-9000-${String(this.requests.length).padStart(12, '0')}`);
  }

  /** Resumes a parked execution, perhaps once more than needed. */
  command(pick: number): void {
    const [executionId, row] = [...this.rows][pick % Math.max(1, this.rows.size)] ?? [];
    if (executionId === undefined || row === undefined) return;
    const wait = { blockId: `w${row.waitId}`, iteration: '', waitId: row.waitId };
    this.commands.push({ executionId, ...wait, reason: 'timer', data: null, requestedAt: 0 });
  }

  /** Reads `count` requests. Each new one leaves the queue and begins at some later time. */
  read(count: number, holder = this.#member): void {
    const { owner } = holder;
    const end = Math.min(holder.requestsRead + count, this.requests.length);
    for (; holder.requestsRead < end; holder.requestsRead += 1) {
      const offset = holder.requestsRead;
      const request = { executionId: this.requests[offset] ?? '' } as ExecutionRequested;
      owner.admit({ offset, request, traceparent: null, sizeBytes: 1 });
    }
    for (let next = owner.next(); next !== undefined; next = owner.next()) this.#goOn(holder, next);
  }

  /** Reads `count` commands. Those they wake continue from their row and the takeover's events. */
  readCommands(count: number, holder = this.#member): void {
    const { owner } = holder;
    const end = Math.min(holder.commandsRead + count, this.commands.length);
    for (; holder.commandsRead < end; holder.commandsRead += 1) {
      const offset = holder.commandsRead;
      const resume = this.commands[offset];
      if (resume === undefined) break;
      const { executionId } = resume;
      owner.admitCommand({ kind: 'resume', executionId, offset, resume });
    }
    for (let next = owner.nextWoken(); next !== undefined; next = owner.nextWoken())
      this.#wake(holder, next);
  }

  #wake(holder: Holder, { executionId, origin }: Admitted): void {
    const { owner } = holder;
    const row = this.rows.get(executionId);
    const history = row && restoreHistory(row.state, row.sequence, 0).history;
    const since = owner.takeover.resumed.get(executionId) ?? [];
    if (history === undefined || !goesOn(history, since, origin.commands)) {
      owner.park(executionId, origin);
      return;
    }
    const woken = { executionId, origin, history };
    this.#goOn(holder, woken);
    if (history.parkedAt === null) return;
    const [command] = origin.commands;
    if (command?.kind !== 'resume') throw new Error('only control commands wake here');
    const sequence = history.lastSequence + 1;
    const { blockId, waitId, reason } = command.resume;
    const resumed = { ...{ executionId, sequence, blockId, waitId, reason }, iteration: '' };
    const data = { ...resumed, occurredAt: 0, controlOffset: command.offset };
    this.#event(holder, woken, 'ExecutionResumed', data);
    if (this.#isInForce(holder)) this.asleep.delete(executionId);
    this.#complete(holder, woken, blockId);
  }

  #goOn(holder: Holder, admitted: Admitted): void {
    const { executionId, history } = admitted;
    if (holder.running.has(executionId)) throw new Error(`${executionId} would run twice`);
    holder.running.set(executionId, admitted);
    if (!this.#isInForce(holder)) return;
    if (this.ends.has(executionId)) throw new Error(`${executionId} has ended and would run again`);
    // A new owner must know everything recorded under a claim in force.
    expect(history.results.size).toBe(this.results.get(executionId) ?? 0);
    expect(history.started !== null).toBe(this.begun.has(executionId));
  }

  #complete(holder: Holder, of: Admitted, blockId: string): void {
    const { executionId, history } = of;
    if (history.results.has(blockId)) throw new Error(`${blockId} would be recorded again`);
    if (this.#isInForce(holder))
      this.results.set(executionId, (this.results.get(executionId) ?? 0) + 1);
    const sequence = history.lastSequence + 1;
    this.#event(holder, of, 'BlockCompleted', blockCompleted(executionId, sequence, blockId));
  }

  #pick({ running }: Holder, pick: number): Admitted | undefined {
    return [...running.values()][pick % Math.max(1, running.size)];
  }

  progress(pick: number, holder = this.#member): void {
    const at = this.#pick(holder, pick);
    if (at === undefined) return;
    const { executionId, history, origin } = at;
    const sequence = history.lastSequence + 1;
    if (history.started !== null) {
      this.#complete(holder, at, `b${sequence}`);
      return;
    }
    if (this.#isInForce(holder)) this.begun.add(executionId);
    const started = { sequence, requestOffset: origin.requestOffset ?? -1 };
    const of = identity(executionId, executionId);
    this.#event(holder, at, 'ExecutionStarted', executionStarted(of, started));
  }

  /** The runner acts on a pause or an end once it is acknowledged, so callers await this. */
  async park(pick: number, holder = this.#member): Promise<void> {
    const at = this.#pick(holder, pick);
    if (at === undefined || at.history.started === null) return;
    const { executionId, history } = at;
    const waitId = history.lastSequence + 1;
    const block = { blockId: `w${waitId}`, blockName: 'W', blockType: 'wait', iteration: '' };
    const common = { executionId, occurredAt: 0 };
    const begun = { ...common, ...block, sequence: waitId, input: null };
    this.#event(holder, at, 'BlockStarted', begun);
    const state = parkedStateOf(history, null, new Map());
    const sequence = waitId + 1;
    const data = { ...common, sequence, workspaceId: executionId, dueAt: null, waits: [], state };
    this.#event(holder, at, 'ExecutionParked', data);
    if (this.#isInForce(holder)) {
      this.rows.set(executionId, { state, sequence, waitId });
      this.asleep.add(executionId);
    }
    const nextOffset = this.ledger.length;
    await Promise.resolve();
    holder.running.delete(executionId);
    holder.owner.tail.advance(nextOffset);
    holder.owner.park(executionId, at.origin);
  }

  async end(pick: number, holder = this.#member): Promise<void> {
    const at = this.#pick(holder, pick);
    if (at === undefined || at.history.started === null) return;
    const { executionId, history } = at;
    const of = identity(executionId, executionId);
    const ended = executionCompleted(of, history.lastSequence + 1);
    this.#event(holder, at, 'ExecutionCompleted', ended);
    if (this.#isInForce(holder)) {
      this.ends.add(executionId);
      this.rows.delete(executionId);
      this.asleep.delete(executionId);
    }
    await Promise.resolve();
    holder.running.delete(executionId);
    holder.owner.end(executionId, at.origin);
  }

  /** A writer with an old claim records events of an execution it may never have had: all void. */
  haunt(pick: number): void {
    const executionId = this.requests[pick % Math.max(1, this.requests.length)];
    const claimOffset = this.#claims[pick % Math.max(1, this.#claims.length - 1)];
    if (this.#claims.length < 2 || executionId === undefined) return;
    const of = identity(executionId, executionId);
    const events = [
      ['ExecutionStarted', executionStarted(of, { sequence: 1, requestOffset: pick })],
      ['BlockCompleted', blockCompleted(executionId, 2, 'b2')],
      ['ExecutionCompleted', executionCompleted(of, 99)],
    ] as const;
    const [type, data] = events[pick % events.length] ?? events[0];
    const marks = { [headers.eventType]: type, [headers.claimOffset]: String(claimOffset) };
    const value = encodeRecord(type, data as never);
    this.#append({ topic: topics.events, key: executionId, value, headers: marks }, false);
  }

  /** A holder performs its step, whether it still owns the partition or not. */
  async step(step: Step, pick: number, isGhost: boolean): Promise<void> {
    const holder = this.holder(isGhost);
    const acts: Record<Step, () => void | Promise<void>> = {
      request: () => this.request(),
      read: () => this.read(1 + (pick % 4), holder),
      progress: () => this.progress(pick, holder),
      park: () => this.park(pick, holder),
      command: () => this.command(pick),
      readCommands: () => this.readCommands(1 + (pick % 4), holder),
      end: () => this.end(pick, holder),
      readTail: () => this.readTail(holder),
      commit: () => this.commit(),
      crash: () => this.takeOver(),
      rollForward: () => this.takeOver(true),
      rollBack: () => this.takeOver(false),
      claimLate: () => this.claimLate(),
      haunt: () => this.haunt(pick),
    };
    await acts[step]();
    await Promise.resolve();
  }
}

/** How often each step is drawn. */
const weights = {
  ...{
    request: 2,
    read: 1,
    progress: 3,
    park: 1,
    command: 2,
    readCommands: 2,
    end: 1,
    readTail: 2,
  },
  ...{ commit: 2, crash: 1, rollForward: 1, rollBack: 1, claimLate: 1, haunt: 1 },
};
type Step = keyof typeof weights;

const steps = fc.array(
  fc.tuple(
    fc.oneof(
      ...Object.entries(weights).map(([step, weight]) => ({
        weight,
        arbitrary: fc.constant(step as Step),
      })),
    ),
    fc.nat(20),
    fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
  ),
  { minLength: 20, maxLength: 160, size: 'max' },
);

describe('takeover', () => {
  it('finds a begun execution after two crashes while an older request waits', () => {
    const partition = new Partition();
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

  it('holds an execution through a rollback and continues it after an upgrade', () => {
    const partition = new Partition(true);
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

  it('passes an execution that a newer owner has ended or parked', async () => {
    const partition = new Partition(true);
    partition.request();
    partition.request();
    partition.read(2);
    for (const pick of [0, 1]) partition.progress(pick);
    await partition.end(0);
    await partition.park(0);
    partition.takeOver(false);
    partition.read(2);
    expect(partition.owner.frozenCount).toBe(0);
    expect(partition.owner.watermark().offset).toBe(2);
  });

  it('loses and repeats nothing through any crashes, upgrades and late claims', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const partition = new Partition();
        for (const [step, pick, isGhost] of script) await partition.step(step, pick, isGhost);
        partition.takeOver(true);
        partition.read(partition.requests.length);
        partition.readCommands(partition.commands.length);
        // Every request has ended, runs, or is parked and not resumed: nothing is forgotten.
        for (const executionId of partition.requests) {
          const states = [partition.ends, partition.running, partition.asleep];
          expect(states.filter((one) => one.has(executionId))).toHaveLength(1);
        }
        for (const { executionId, waitId } of partition.commands)
          if (partition.asleep.has(executionId))
            expect(partition.rows.get(executionId)?.waitId).not.toBe(waitId);
        expect(partition.owner.watermark().offset).toBeLessThanOrEqual(partition.requests.length);
      }),
      { numRuns: 1_000 },
    );
  }, 120_000);
});
