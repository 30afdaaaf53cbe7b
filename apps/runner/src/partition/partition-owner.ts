/**
 * One claimed partition: its request queue, the commands to its executions, the executions that
 * run, and its low watermarks. Exists from a successful takeover until the partition is lost. After
 * that, readers of the ledger ignore everything it writes.
 */
import { Watermark } from '@libs/consuming';
import { newHistory, type ExecutionHistory } from '@libs/execution';
import type { LedgerPosition } from '@libs/ledger';
import { isFor, mayComeFirst, type Command, type ExecutionOrigin } from '../execution/command.js';
import { ExecutionIndex } from './execution-index.js';
import { Confirmed, LedgerTail } from './ledger-tail.js';
import type { LedgerWriter } from './ledger-writer.js';
import type { LiveExecution } from '../execution/live-execution.js';
import { OpenCommands } from './open-commands.js';
import type { QueuedRequest, RequestQueue } from './request-queue.js';
import type { Takeover } from './takeover.js';
import { Suspects } from '../trials/suspects.js';

export interface Admitted {
  readonly executionId: string;
  readonly origin: ExecutionOrigin;
  readonly history: ExecutionHistory;
}

/** Offsets that may be committed for requests and control commands. */
interface Watermarks {
  /** The position is that of the oldest request whose execution has neither ended nor parked. */
  readonly requests: { readonly offset: number; readonly position: LedgerPosition };
  /** `position` is null while no command is open: it then holds nothing back. */
  readonly commands: { readonly offset: number; readonly position: LedgerPosition | null };
}

export interface OwnerEvents {
  /** A command named another workspace than its execution's. */
  readonly onForeign?: (command: Command) => void;
  /** Something waits until the ledger has been read further. */
  readonly onAwaited?: () => void;
}

export class PartitionOwner {
  readonly lost = new AbortController();
  readonly tail: LedgerTail;
  readonly #requests: Watermark<LedgerPosition>;
  readonly #commands: OpenCommands;
  readonly #index: ExecutionIndex;
  readonly #confirmed: Confirmed<Watermarks>;
  /** Requests, commands and executions held for a newer release. */
  #heldForNewer = 0;

  constructor(
    readonly writer: LedgerWriter,
    readonly queue: RequestQueue,
    readonly takeover: Takeover,
    readonly suspects = Suspects.none(),
    private readonly events: OwnerEvents = {},
  ) {
    this.#requests = new Watermark(takeover.requestsFrom, takeover.position);
    this.#commands = new OpenCommands(
      takeover.controlFrom,
      takeover.position,
      takeover.lastWokenOffset,
    );
    this.tail = new LedgerTail(writer, () => this.events.onAwaited?.());
    this.#index = new ExecutionIndex(takeover);
    this.#confirmed = new Confirmed(this.tail, () => ({
      requests: this.watermark(),
      commands: this.commandWatermark(),
    }));
  }

  /** Executions, requests and commands that only a newer engine can read. */
  get frozenCount(): number {
    return this.takeover.frozen.size + this.#heldForNewer;
  }

  /** Every request before this offset has been read. */
  get requestsReadTo(): number {
    return this.#requests.next;
  }

  get partition(): number {
    return this.writer.partition;
  }

  /** Admits a request. One that is already known only moves the watermark. */
  admit(queued: QueuedRequest): void {
    const { executionId } = queued.request;
    this.#requests.admit(
      queued.offset,
      this.#positionOf(queued.offset, this.takeover.lastBegunOffset),
    );
    switch (this.#index.stateOf(executionId)) {
      case 'unknown':
      case 'expected':
        this.#index.request(executionId);
        this.queue.push(queued);
        return;
      // It stays open: the watermark waits for an engine that understands it.
      case 'frozen':
        return;
      // The command that wakes a parked execution keeps it open, not its request.
      case 'parked':
      case 'ended':
      case 'queued':
      case 'running':
      case 'left':
        this.#index.requestRepeated(executionId);
        this.#requests.settle(queued.offset);
    }
  }

  /** Passes a record that is no request (garbage). */
  skip(offset: number): void {
    this.#requests.admit(offset, this.#positionOf(offset, this.takeover.lastBegunOffset));
    this.#requests.settle(offset);
  }

  /** A request of a newer release: it holds the watermark until a runner can read it. */
  holdRequest(offset: number): void {
    this.#requests.admit(offset, this.#positionOf(offset, this.takeover.lastBegunOffset));
    this.#heldForNewer += 1;
  }

  holdCommand(offset: number): void {
    this.#commands.admit(offset, this.#positionOf(offset, this.takeover.lastWokenOffset));
    this.#heldForNewer += 1;
  }

  /** Its workflow or parked state is of a newer release: its request and commands stay open. */
  leaveToNewer(executionId: string): void {
    this.#index.leaveToNewer(executionId);
    this.#heldForNewer += 1;
  }

  /**
   * Where a later takeover folds from, if this is then the oldest open record. Up to
   * `lastBegunOffset`, events may follow from where this takeover folded, so that position stays.
   */
  #positionOf(offset: number, lastBegunOffset: number): LedgerPosition {
    if (offset <= lastBegunOffset) return this.takeover.position;
    return { offset: this.tail.offset, claimOffset: this.writer.claimOffset };
  }

  /** Passes a record of the control topic that is no command. */
  skipCommand(offset: number): void {
    this.#commands.admit(offset, this.takeover.position);
    this.#commands.settle([offset]);
  }

  /**
   * Admits a command.
   * @returns `unknown` when it may mean a request not read yet: `routeUnknown` decides later
   */
  admitCommand(command: Command): 'routed' | 'unknown' {
    const { offset } = command;
    this.#commands.admit(offset, this.#positionOf(offset, this.takeover.lastWokenOffset));
    const outcome = this.#route(command);
    if (outcome === 'unknown') this.#index.addEarly(command);
    return outcome;
  }

  #route(command: Command): 'routed' | 'unknown' {
    switch (this.#index.stateOf(command.executionId)) {
      // Only an engine that can read all of its events may act on it.
      case 'frozen':
        return 'routed';
      case 'running':
        this.#deliver(command);
        return 'routed';
      case 'expected':
      case 'queued':
      case 'left':
        this.#index.addWaiting(command);
        return 'routed';
      case 'ended':
        this.#commands.settle([command.offset]);
        return 'routed';
      case 'parked':
      case 'unknown':
        if (mayComeFirst(command)) return 'unknown';
        this.#commands.wake(command);
        return 'routed';
    }
  }

  #deliver(command: Command): void {
    const execution = this.#index.executionOf(command.executionId);
    if (execution !== null && !isFor(command, execution.workspaceId)) this.ignore([command]);
    else if (execution?.deliver(command) === true) execution.origin.commands.push(command);
    else this.#index.addWaiting(command);
  }

  /** All requests that it may mean have been read: an unknown execution has ended or is parked. */
  routeUnknown(command: Command): void {
    if (this.#index.removeEarly(command) && this.#route(command) === 'unknown')
      this.#commands.wake(command);
  }

  /** The next execution that a command wakes. Its state must still be loaded. */
  nextWoken(): Admitted | undefined {
    const commands = this.#commands.takeWoken();
    const executionId = commands?.[0]?.executionId;
    if (commands === undefined || executionId === undefined) return undefined;
    this.#index.wake(executionId);
    const origin = { request: null, requestOffset: null, traceparent: null, commands };
    return { executionId, origin, history: newHistory(executionId) };
  }

  /** The next request to run, with its history from the ledger. */
  next(): Admitted | undefined {
    const queued = this.queue.shift();
    if (queued === undefined) return undefined;
    const { request, offset: requestOffset, traceparent } = queued;
    const { executionId } = request;
    const commands = this.own(this.#index.takeWaiting(executionId), request.workspaceId);
    return {
      executionId,
      origin: { request, requestOffset, traceparent, commands },
      history: this.takeover.unfinished.get(executionId) ?? newHistory(executionId),
    };
  }

  run(execution: LiveExecution): void {
    const { executionId, origin } = execution;
    this.#index.run(execution);
    execution.start();
    for (const command of this.own(this.#index.takeWaiting(executionId), execution.workspaceId)) {
      if (execution.deliver(command)) origin.commands.push(command);
      else this.#index.addWaiting(command);
    }
  }

  /** Commands that an execution of this workspace obeys. The others are settled. */
  own(commands: readonly Command[], workspaceId: string | null): Command[] {
    const own = commands.filter((command) => isFor(command, workspaceId));
    if (own.length < commands.length)
      this.ignore(commands.filter((command) => !own.includes(command)));
    return own;
  }

  ignore(commands: readonly Command[]): void {
    this.#commands.settle(commands.map(({ offset }) => offset));
    for (const command of commands) this.events.onForeign?.(command);
  }

  /** The execution has ended durably. */
  end(executionId: string, origin: ExecutionOrigin): void {
    this.#settle(executionId, origin);
    this.#commands.settle(this.#index.end(executionId).map(({ offset }) => offset));
  }

  /** It is parked durably, has run before, or is not here. Only a command wakes it now. */
  park(executionId: string, origin: ExecutionOrigin): void {
    this.#settle(executionId, origin);
    for (const command of this.#index.park(executionId)) this.#commands.wake(command);
  }

  /** Settles the records that started or resumed it. */
  #settle(executionId: string, origin: ExecutionOrigin): void {
    this.suspects.clear(executionId);
    if (origin.requestOffset !== null) this.#requests.settle(origin.requestOffset);
    this.#commands.settle(origin.commands.map(({ offset }) => offset));
  }

  /** Ends executions past their deadline, and due waits of running executions. */
  tick(now: number): void {
    for (const execution of this.#index.running()) execution.tick(now);
  }

  watermark(): Watermarks['requests'] {
    return this.#requests.current();
  }

  /** For control; `position` is null while no command is open: it then holds nothing back. */
  commandWatermark(): Watermarks['commands'] {
    return this.#commands.watermark();
  }

  /**
   * An end after a foreign late claim is void although it was acknowledged. So a watermark is
   * committed only once the ledger has been read past what moved it (decision 17).
   */
  confirmed(): Watermarks {
    return this.#confirmed.value();
  }

  abandon(): void {
    this.lost.abort();
    this.tail.lose();
    for (const execution of this.#index.running()) execution.abandon();
    this.#index.clear();
  }
}
