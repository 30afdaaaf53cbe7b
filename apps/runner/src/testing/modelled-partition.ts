import { expect } from '@jest/globals';
import type { ExecutionRequested, ExecutionResumeRequested, RecordTypes } from '@libs/contracts';
import { evolve, parkedStateOf, restoreHistory, type ExecutionEvent } from '@libs/execution';
import {
  blockCompleted,
  executionCompleted,
  executionStarted,
  identity,
} from '../../../../test/support/ledger-fixtures.js';
import { goesOn } from '../partition/parked-executions.js';
import type { Admitted } from '../partition/partition-owner.js';
import { ModelledLedger, type Holder } from './modelled-ledger.js';

/** How often each step is drawn. */
export const stepWeights = {
  ...{ request: 2, read: 1, progress: 3, park: 1, command: 2, readCommands: 2, end: 1 },
  ...{ readTail: 2, commit: 2, crash: 1, rollForward: 1, rollBack: 1, claimLate: 1, haunt: 1 },
};
export type Step = keyof typeof stepWeights;

/** A miniature partition and what is true of its executions: recorded under the newest claim. */
export class ModelledPartition extends ModelledLedger {
  readonly requests: string[] = [];
  readonly commands: ExecutionResumeRequested[] = [];
  readonly begun = new Set<string>();
  readonly ends = new Set<string>();
  readonly results = new Map<string, number>();
  /** Rows as the projection stores them. */
  readonly rows = new Map<string, { state: string; sequence: number; waitId: number }>();
  readonly asleep = new Set<string>();

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
  read(count: number, holder = this.member): void {
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
  readCommands(count: number, holder = this.member): void {
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
    if (this.isInForce(holder)) this.asleep.delete(executionId);
    this.#complete(holder, woken, blockId);
  }

  #goOn(holder: Holder, admitted: Admitted): void {
    const { executionId, history } = admitted;
    if (holder.running.has(executionId)) throw new Error(`${executionId} would run twice`);
    holder.running.set(executionId, admitted);
    if (!this.isInForce(holder)) return;
    if (this.ends.has(executionId)) throw new Error(`${executionId} has ended and would run again`);
    // A new owner must know everything recorded under a claim in force.
    expect(history.results.size).toBe(this.results.get(executionId) ?? 0);
    expect(history.started !== null).toBe(this.begun.has(executionId));
  }

  #complete(holder: Holder, of: Admitted, blockId: string): void {
    const { executionId, history } = of;
    if (history.results.has(blockId)) throw new Error(`${blockId} would be recorded again`);
    if (this.isInForce(holder))
      this.results.set(executionId, (this.results.get(executionId) ?? 0) + 1);
    const sequence = history.lastSequence + 1;
    this.#event(holder, of, 'BlockCompleted', blockCompleted(executionId, sequence, blockId));
  }

  #pick({ running }: Holder, pick: number): Admitted | undefined {
    return [...running.values()][pick % Math.max(1, running.size)];
  }

  progress(pick: number, holder = this.member): void {
    const at = this.#pick(holder, pick);
    if (at === undefined) return;
    const { executionId, history, origin } = at;
    const sequence = history.lastSequence + 1;
    if (history.started !== null) {
      this.#complete(holder, at, `b${sequence}`);
      return;
    }
    if (this.isInForce(holder)) this.begun.add(executionId);
    const started = { sequence, requestOffset: origin.requestOffset ?? -1 };
    const of = identity(executionId, executionId);
    this.#event(holder, at, 'ExecutionStarted', executionStarted(of, started));
  }

  /** The runner acts on a pause or an end once it is acknowledged, so callers await this. */
  async park(pick: number, holder = this.member): Promise<void> {
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
    if (this.isInForce(holder)) {
      this.rows.set(executionId, { state, sequence, waitId });
      this.asleep.add(executionId);
    }
    const nextOffset = this.ledger.length;
    await Promise.resolve();
    holder.running.delete(executionId);
    holder.owner.tail.advance(nextOffset);
    holder.owner.park(executionId, at.origin);
  }

  async end(pick: number, holder = this.member): Promise<void> {
    const at = this.#pick(holder, pick);
    if (at === undefined || at.history.started === null) return;
    const { executionId, history } = at;
    const of = identity(executionId, executionId);
    const ended = executionCompleted(of, history.lastSequence + 1);
    this.#event(holder, at, 'ExecutionCompleted', ended);
    if (this.isInForce(holder)) {
      this.ends.add(executionId);
      this.rows.delete(executionId);
      this.asleep.delete(executionId);
    }
    await Promise.resolve();
    holder.running.delete(executionId);
    holder.owner.end(executionId, at.origin);
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
      haunt: () => this.haunt(this.requests[pick % Math.max(1, this.requests.length)], pick),
    };
    await acts[step]();
    await Promise.resolve();
  }
}
