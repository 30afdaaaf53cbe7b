/**
 * Where each execution of one partition stands, and the control commands that it can't take yet.
 * The owner asks for the state before it acts on a request or a command. Ends are remembered within
 * bounds, everything else as long as it is of use. No I/O.
 */
import type { Command } from '../execution/command.js';
import type { LiveExecution } from '../execution/live-execution.js';
import { EndedExecutions } from './ended-executions.js';
import type { Takeover } from './takeover.js';

type ExecutionState =
  /** Its history holds events of a newer release: nothing may touch it. */
  | 'frozen'
  /** Started before the takeover; its request has not been read again yet. */
  | 'expected'
  /** Its request waits, or its workflow or parked state is being loaded. */
  | 'queued'
  | 'running'
  /** Its workflow or parked state is of a newer release: its request and commands stay open. */
  | 'left'
  | 'ended'
  /** Parked before the takeover, and not here. */
  | 'parked'
  /** Its request was not read, or it has parked since the takeover. */
  | 'unknown';

interface Entry {
  state: Exclude<ExecutionState, 'ended' | 'parked'>;
  execution: LiveExecution | null;
  /** In log order: it has not started here, or is just parking. */
  readonly waiting: Command[];
  /** Commands that may have come before its request. They wait once that is read. */
  early: Command[];
}

export class ExecutionIndex {
  readonly #entries = new Map<string, Entry>();
  readonly #ended: EndedExecutions;
  readonly #parked: Takeover['parked'];

  constructor({
    unfinished,
    frozen,
    parked,
    ended,
  }: Pick<Takeover, 'unfinished' | 'frozen' | 'parked' | 'ended'>) {
    this.#parked = parked;
    this.#ended = new EndedExecutions(ended);
    for (const executionId of unfinished.keys()) this.#entryOf(executionId).state = 'expected';
    for (const executionId of frozen) this.#entryOf(executionId).state = 'frozen';
  }

  stateOf(executionId: string): ExecutionState {
    const state = this.#entries.get(executionId)?.state ?? 'unknown';
    if (state !== 'unknown') return state;
    if (this.#ended.has(executionId)) return 'ended';
    return this.#parked.has(executionId) ? 'parked' : 'unknown';
  }

  /** Null unless it is running. */
  executionOf(executionId: string): LiveExecution | null {
    return this.#entries.get(executionId)?.execution ?? null;
  }

  running(): LiveExecution[] {
    return [...this.#entries.values()].flatMap(({ execution }) => execution ?? []);
  }

  /** Its request was read, so it is queued. */
  request(executionId: string): void {
    const entry = this.#entryOf(executionId);
    entry.state = 'queued';
    entry.waiting.push(...entry.early);
    entry.early = [];
  }

  /** Its request was read again: its end may now age out. */
  requestRepeated(executionId: string): void {
    this.#ended.read(executionId);
  }

  /** A command wakes it, so it is queued unless it runs. */
  wake(executionId: string): void {
    this.#set(executionId, 'queued');
  }

  leaveToNewer(executionId: string): void {
    this.#set(executionId, 'left');
  }

  run(execution: LiveExecution): void {
    const entry = this.#entryOf(execution.executionId);
    entry.state = 'running';
    entry.execution = execution;
  }

  /** @returns the commands that waited for it */
  end(executionId: string): readonly Command[] {
    this.#ended.add(executionId);
    return this.park(executionId);
  }

  /** @returns the commands that waited for it */
  park(executionId: string): readonly Command[] {
    const entry = this.#entries.get(executionId);
    if (entry === undefined) return [];
    this.#entries.delete(executionId);
    for (const command of entry.early) this.addEarly(command);
    return entry.waiting;
  }

  addWaiting(command: Command): void {
    this.#entryOf(command.executionId).waiting.push(command);
  }

  takeWaiting(executionId: string): readonly Command[] {
    return this.#entries.get(executionId)?.waiting.splice(0) ?? [];
  }

  addEarly(command: Command): void {
    this.#entryOf(command.executionId).early.push(command);
  }

  /** @returns false when it is not early any more: the request was read */
  removeEarly({ executionId, offset }: Command): boolean {
    const entry = this.#entries.get(executionId);
    const index = entry?.early.findIndex((command) => command.offset === offset) ?? -1;
    if (entry === undefined || index < 0) return false;
    entry.early.splice(index, 1);
    if (entry.state === 'unknown' && entry.early.length + entry.waiting.length === 0)
      this.#entries.delete(executionId);
    return true;
  }

  clear(): void {
    this.#entries.clear();
  }

  #set(executionId: string, state: 'queued' | 'left'): void {
    const entry = this.#entryOf(executionId);
    if (entry.execution === null) entry.state = state;
  }

  #entryOf(executionId: string): Entry {
    let entry = this.#entries.get(executionId);
    if (entry === undefined) {
      entry = { state: 'unknown', execution: null, waiting: [], early: [] };
      this.#entries.set(executionId, entry);
    }
    return entry;
  }
}
