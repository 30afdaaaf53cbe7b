/**
 * One claimed partition: its queue of requests, the orders to its executions, the executions that run, its low watermarks. Exists
 * from a successful takeover until the partition is lost; after that nothing it does reaches the ledger's truth.
 */
import { turnWait } from '@libs/contracts';
import { newHistory, type ExecutionHistory } from '@libs/execution';
import { isFor, type Command } from './command.js';
import { Confirmations } from './confirmations.js';
import { EndedExecutions } from './ended-executions.js';
import type { ExecutionOrigin } from './execution-origin.js';
import { HeldOrders } from './held-orders.js';
import type { LedgerWriter } from './ledger-writer.js';
import type { LiveExecution } from './live-execution.js';
import { LowWatermark, type LedgerPlace, type Watermark } from './low-watermark.js';
import { OrderBook } from './order-book.js';
import type { QueuedRequest, RequestQueue } from './request-queue.js';
import type { Takeover } from './takeover.js';
import { Suspects } from './trials/suspects.js';

export interface Admitted {
  readonly executionId: string;
  readonly origin: ExecutionOrigin;
  readonly history: ExecutionHistory;
}

/** Orders for executions of which the ledger need not know anything yet: their request may not have been read here. */
const mayComeFirst = (command: Command): boolean =>
  command.kind === 'cancel' || command.order.reason === turnWait.kind;

/** What may be committed of the requests and the orders. */
interface Watermarks {
  readonly requests: Watermark;
  /** `place` is null while no order is open: it then holds nothing back. */
  readonly orders: { readonly offset: number; readonly place: LedgerPlace | null };
  /** Everything of ours that moved them is before this offset of the ledger. */
  readonly writtenTo: number;
}

export interface OwnerEvents {
  /** An order for another workspace than its execution's. */
  readonly onForeign?: (command: Command) => void;
  /** Something waits until the ledger has been read further. */
  readonly onAwaited?: () => void;
}

export class PartitionOwner {
  readonly executions = new Map<string, LiveExecution>();
  readonly lost = new AbortController();
  readonly #requests: LowWatermark;
  readonly #orders: OrderBook;
  readonly #queuedIds = new Set<string>();
  readonly #ended: EndedExecutions;
  readonly #held = new HeldOrders();
  /** For what is not known here, as long as its request may just not have been read yet. */
  readonly #early = new HeldOrders();
  /** Begun before the takeover, and their request has not been read again yet. */
  readonly #expected: Set<string>;
  #tailOffset: number;
  /** The ledger has been read so far behind our claim, and no other claim was there. */
  #readTo: number;
  #confirmed: Watermarks;
  #next: Watermarks;
  /** Requests, orders and executions that are held. */
  #heldForNewer = 0;
  readonly #confirmations = new Confirmations();

  constructor(
    readonly writer: LedgerWriter,
    readonly queue: RequestQueue,
    readonly takeover: Takeover,
    readonly suspects = Suspects.none(),
    private readonly events: OwnerEvents = {},
  ) {
    this.#requests = new LowWatermark(takeover.requestsFrom, takeover.place);
    this.#orders = new OrderBook(takeover.controlFrom, takeover.place, takeover.lastWokenOffset);
    this.#tailOffset = takeover.claimOffset + 1;
    this.#readTo = takeover.claimOffset + 1;
    this.#ended = new EndedExecutions(takeover.ended);
    this.#expected = new Set(takeover.unfinished.keys());
    this.#next = this.#confirmed = this.#watermarks();
  }

  /** Executions, requests and orders that only a newer engine can read. */
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

  /** The ledger partition is known to reach this offset. */
  advanceTail(nextOffset: number): void {
    this.#tailOffset = Math.max(this.#tailOffset, nextOffset);
  }

  /** The ledger was read up to here, and no other claim was there. */
  tailRead(nextOffset: number): void {
    this.#readTo = nextOffset;
    this.advanceTail(nextOffset);
    this.#confirmations.read(nextOffset);
  }

  /** Acts once all that it has written so far is known to be true; never, when the partition is lost before. */
  whenConfirmed(act: () => void): void {
    if (this.lost.signal.aborted) return;
    if (this.isConfirmed) {
      act();
      return;
    }
    this.#confirmations.add(this.writer.acknowledgedTo, act);
    this.events.onAwaited?.();
  }

  /** Somebody waits for the ledger to be read further. */
  get isAwaited(): boolean {
    return !this.#confirmations.isEmpty;
  }

  /** What it has written so far is known to be true. */
  get isConfirmed(): boolean {
    return this.writer.acknowledgedTo <= this.#readTo;
  }

  get tailOffset(): number {
    return this.#tailOffset;
  }

  /** Takes a request in; one that is known already only moves the watermark. */
  admit(queued: QueuedRequest): void {
    const { executionId } = queued.request;
    this.#requests.admit(
      queued.offset,
      this.#placeOf(queued.offset, this.takeover.lastBegunOffset),
    );
    // A frozen execution stays open: the watermark waits for an engine that understands it.
    if (this.takeover.frozen.has(executionId)) return;
    this.#ended.read(executionId);
    // One that has parked is held by the order that wakes it, not by its request.
    if (this.#isKnown(executionId) || this.takeover.parked.has(executionId)) {
      this.#requests.settle(queued.offset);
      return;
    }
    this.#expected.delete(executionId);
    this.#queuedIds.add(executionId);
    for (const command of this.#early.take(executionId)) this.#held.hold(command);
    this.queue.push(queued);
  }

  #isKnown(executionId: string): boolean {
    return (
      this.#ended.has(executionId) ||
      this.executions.has(executionId) ||
      this.#queuedIds.has(executionId)
    );
  }

  /** A record that is no request (garbage): passed over. */
  skip(offset: number): void {
    this.#requests.admit(offset, this.#placeOf(offset, this.takeover.lastBegunOffset));
    this.#requests.settle(offset);
  }

  /** A request of a newer release: it stays open, and the watermark with it, until a runner comes that can read it. */
  holdRequest(offset: number): void {
    this.#requests.admit(offset, this.#placeOf(offset, this.takeover.lastBegunOffset));
    this.#heldForNewer += 1;
  }

  holdOrder(offset: number): void {
    this.#orders.admit(offset, this.#placeOf(offset, this.takeover.lastWokenOffset));
    this.#heldForNewer += 1;
  }

  /** Its workflow, or the state it parked with, is of a newer release: its request and its orders stay open. */
  leaveToNewer(executionId: string): void {
    this.#queuedIds.add(executionId);
    this.#heldForNewer += 1;
  }

  /**
   * Where a later takeover must begin to fold, should this be the oldest one open then. Until those that had begun before the
   * takeover are passed, that is where this takeover began: any of them may have events since there.
   */
  #placeOf(offset: number, lastBegunOffset: number): LedgerPlace {
    if (offset <= lastBegunOffset) return this.takeover.place;
    return { offset: this.#tailOffset, claimOffset: this.writer.claimOffset };
  }

  /** A record of the control topic that is no order. */
  skipOrder(offset: number): void {
    this.#orders.admit(offset, this.takeover.place);
    this.#orders.settle([offset]);
  }

  /**
   * Takes an order in.
   * @returns `unknown` when a request that has not been read yet may be meant: `orderUnread` decides later
   */
  order(command: Command): 'taken' | 'unknown' {
    const { offset } = command;
    this.#orders.admit(offset, this.#placeOf(offset, this.takeover.lastWokenOffset));
    const outcome = this.#route(command);
    if (outcome === 'unknown') this.#early.hold(command);
    return outcome;
  }

  #route(command: Command): 'taken' | 'unknown' {
    const { executionId, offset } = command;
    // Only who can read all of its events may act on it.
    if (this.takeover.frozen.has(executionId)) return 'taken';
    const execution = this.executions.get(executionId);
    if (execution !== undefined && !isFor(command, execution.workspaceId)) this.ignore([command]);
    else if (execution?.deliver(command) === true) execution.origin.commands.push(command);
    else if (execution !== undefined || this.#isExpected(executionId)) this.#held.hold(command);
    else if (this.#ended.has(executionId)) this.#orders.settle([offset]);
    else if (mayComeFirst(command)) return 'unknown';
    else this.#orders.wake(command);
    return 'taken';
  }

  /** Every request that may be meant has been read: what is still not known here has ended, or is parked. */
  orderUnread(command: Command): void {
    if (this.#early.release(command) && this.#route(command) === 'unknown')
      this.#orders.wake(command);
  }

  #isExpected(executionId: string): boolean {
    return this.#queuedIds.has(executionId) || this.#expected.has(executionId);
  }

  /** Next execution that an order wakes; its state must be fetched. */
  nextWoken(): Admitted | undefined {
    const commands = this.#orders.takeWoken();
    const executionId = commands?.[0]?.executionId;
    if (commands === undefined || executionId === undefined) return undefined;
    this.#queuedIds.add(executionId);
    const origin = { request: null, requestOffset: null, traceparent: null, commands };
    return { executionId, origin, history: newHistory(executionId) };
  }

  /** Next request to run, with what the ledger knows of it. */
  next(): Admitted | undefined {
    const queued = this.queue.shift();
    if (queued === undefined) return undefined;
    const { request, offset: requestOffset, traceparent } = queued;
    const { executionId } = request;
    const commands = this.own(this.#held.take(executionId), request.workspaceId);
    return {
      executionId,
      origin: { request, requestOffset, traceparent, commands },
      history: this.takeover.unfinished.get(executionId) ?? newHistory(executionId),
    };
  }

  run(execution: LiveExecution): void {
    const { executionId, origin } = execution;
    this.#queuedIds.delete(executionId);
    this.executions.set(executionId, execution);
    execution.start();
    for (const command of this.own(this.#held.take(executionId), execution.workspaceId)) {
      if (execution.deliver(command)) origin.commands.push(command);
      else this.#held.hold(command);
    }
  }

  /** Those that an execution of this workspace obeys; the others are done with. */
  own(commands: readonly Command[], workspaceId: string | null): Command[] {
    const own = commands.filter((command) => isFor(command, workspaceId));
    if (own.length < commands.length)
      this.ignore(commands.filter((command) => !own.includes(command)));
    return own;
  }

  ignore(commands: readonly Command[]): void {
    this.#orders.settle(commands.map(({ offset }) => offset));
    for (const command of commands) this.events.onForeign?.(command);
  }

  /** The execution has ended durably. */
  settle(executionId: string, origin: ExecutionOrigin): void {
    this.#leave(executionId, origin);
    this.#ended.add(executionId);
    this.#orders.settle(this.#held.take(executionId).map(({ offset }) => offset));
  }

  /** The execution is parked durably, or turns out to have run before or not to be here: from now on an order must wake it. */
  park(executionId: string, origin: ExecutionOrigin): void {
    this.#leave(executionId, origin);
    for (const command of this.#held.take(executionId)) this.#orders.wake(command);
  }

  #leave(executionId: string, origin: ExecutionOrigin): void {
    this.suspects.clear(executionId);
    this.executions.delete(executionId);
    this.#queuedIds.delete(executionId);
    if (origin.requestOffset !== null) this.#requests.settle(origin.requestOffset);
    this.#orders.settle(origin.commands.map(({ offset }) => offset));
  }

  /** Ends what is past its deadline, and waits that are over while their execution runs. */
  tick(now: number): void {
    for (const execution of this.executions.values()) execution.tick(now);
  }

  watermark(): Watermark {
    return this.#requests.current();
  }

  /** Of the control partition; `place` is null while no order is open: it then holds nothing back. */
  orderWatermark(): { readonly offset: number; readonly place: LedgerPlace | null } {
    return this.#orders.watermark();
  }

  /**
   * What may be committed. An end that stands behind somebody's late claim is void although it was acknowledged: a watermark holds
   * once the ledger has been read as far as what moved it.
   */
  confirmed(): Watermarks {
    if (this.#next.writtenTo <= this.#readTo) {
      this.#confirmed = this.#next;
      this.#next = this.#watermarks();
      if (this.isConfirmed) this.#confirmed = this.#next;
    }
    return this.#confirmed;
  }

  #watermarks(): Watermarks {
    const { acknowledgedTo: writtenTo } = this.writer;
    return { requests: this.watermark(), orders: this.orderWatermark(), writtenTo };
  }

  abandon(): void {
    this.lost.abort();
    this.#confirmations.drop();
    for (const execution of this.executions.values()) execution.abandon();
    this.executions.clear();
  }
}
