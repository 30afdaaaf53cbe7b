/**
 * One execution while it runs here: turns the walk's steps into ledger events and effects.
 * Guarantees: a block with a recorded result never starts again; an effect starts only after the results it depends on are
 * durable and while this process surely owns the partition (design.md 3.2, 3.4); when all that is left waits for something outside,
 * the execution parks (3.8). Does not know where requests come from.
 */
import type { BlockOutcome, CompiledWorkflow } from '@libs/blocks';
import { maxEventPayloadBytes, turnWait } from '@libs/contracts';
import {
  createScope,
  deadlineOf,
  endingOf,
  isFatal,
  parkedStateOf,
  placeKey,
  routeOutcome,
  Walk,
  type ExecutionHistory,
  type ExecutionScope,
  type Step,
  type StepPlace,
  type Stop,
} from '@libs/execution';
import { blockCompleted, blockOf, bounded, crashed } from './block-events.js';
import type { Command } from './command.js';
import { BlockRuns } from './block-runs.js';
import { executionEnd, executionStarted } from './execution-boundaries.js';
import { ExecutionRecorder } from './execution-recorder.js';
import type { ExecutionOrigin } from './execution-origin.js';
import type { ExecutionPorts } from './execution-ports.js';
import { PendingWaits, type PendingWait } from './pending-waits.js';

export class LiveExecution {
  readonly #walk: Walk;
  readonly #scope: ExecutionScope;
  readonly #abort = new AbortController();
  readonly #recorder: ExecutionRecorder;
  readonly #waits = new PendingWaits();
  readonly #runs: BlockRuns;
  #inbox: Command[] = [];
  #stop: Stop | null = null;
  #abandoned = false;
  /** Its last event here is appended: the end, or that it parks. */
  #closed = false;

  constructor(
    readonly origin: ExecutionOrigin,
    private readonly workflow: CompiledWorkflow,
    private readonly history: ExecutionHistory,
    private readonly ports: ExecutionPorts,
  ) {
    const { executionId } = history;
    this.#scope = createScope(workflow, history, ports.secrets, (blockId, iteration) =>
      workflow.definition.blocks[workflow.graph.indexOf.get(blockId) ?? -1]?.type === 'approval'
        ? ports.earlyOutput(executionId, { blockId, iteration }, this.#scope.revealed)
        : null,
    );
    this.#walk = new Walk(workflow, history, this.#scope);
    this.#recorder = new ExecutionRecorder(
      history,
      ports.writer,
      origin.traceparent,
      ports.effects.now,
      (error) => {
        if (!this.#abandoned) ports.onAppendFailed(error);
      },
    );
    this.#runs = new BlockRuns({
      workflow,
      history,
      ports,
      scope: this.#scope,
      recorder: this.#recorder,
      waits: this.#waits,
      signal: this.#abort.signal,
      isOver: () => this.#isOver(),
      settle: (place, startedAt, outcome) => this.#settle(place, startedAt, outcome),
      onIdle: () => this.#advance(),
    });
  }

  get executionId(): string {
    return this.history.executionId;
  }

  /** When it ends in TIMEOUT; null: never. */
  get deadlineAt(): number | null {
    return deadlineOf(this.history);
  }

  /** Begins, or goes on at the first blocks without a recorded result. */
  start(): void {
    const { started, parkedAt } = this.history;
    if (started === null) this.#recorder.append('ExecutionStarted', executionStarted(this.origin));
    else if (parkedAt !== null) this.#appendResumed();
    for (const command of this.origin.commands) {
      if (command.kind === 'resume') this.#inbox.push(command);
      else this.#stop ??= { kind: 'cancelled', reason: command.reason };
    }
    const { admission, effects } = this.ports;
    // Its owner may have been gone for long: nothing of it is done once more, only to be stopped by the next tick.
    if (this.deadlineAt !== null && this.deadlineAt <= effects.now())
      this.#stop ??= { kind: 'timeout' };
    if (admission.kind === 'end') this.#stop ??= admission.stop;
    if (admission.kind === 'wait' && this.#stop === null) this.#awaitTurn(admission.dueAt);
    else this.#advance();
  }

  /** Nothing of it runs before a limit lets it. */
  #awaitTurn(dueAt: number): void {
    this.#waits.add({ ...turnWait, index: -1, dueAt, childExecutionId: null });
    this.#park(true);
  }

  /** @returns false when it has just parked or ended: the command must find it again later */
  deliver(command: Command): boolean {
    if (this.#closed || this.#abandoned) return false;
    if (command.kind === 'cancel') this.stop({ kind: 'cancelled', reason: command.reason });
    else {
      this.#inbox.push(command);
      this.#advance();
    }
    return true;
  }

  /** Ends the execution as soon as nothing of it is in flight; calls in flight are aborted. */
  stop(stop: Stop): void {
    if (this.#stop !== null || this.#closed) return;
    this.#stop = stop;
    this.#abort.abort();
    this.ports.cancelChildren(this.#waits.children());
    this.#advance();
  }

  /** What time does to it: the deadline, and waits that are over while other branches run. */
  tick(now: number): void {
    if (this.#closed || this.#abandoned) return;
    if (this.deadlineAt !== null && this.deadlineAt <= now) {
      this.stop({ kind: 'timeout' });
      return;
    }
    const due = this.#waits.takeDue(now);
    for (const wait of due) this.#wake(wait, { reason: 'timer', at: now });
    if (due.length > 0) this.#advance();
  }

  /** The partition belongs to somebody else: nothing more is written, calls in flight are aborted. */
  abandon(): void {
    this.#abandoned = true;
    this.#recorder.drop();
    this.#abort.abort();
  }

  #appendResumed(): void {
    const [command] = this.origin.commands;
    if (command === undefined) throw new Error('a parked execution goes on by an order only');
    const place = { blockId: null, iteration: '', waitId: null };
    const { kind, offset } = command;
    if (kind === 'cancel')
      this.#recorder.append('ExecutionResumed', { ...place, controlOffset: offset, reason: kind });
    else {
      const { blockId, iteration, waitId, reason } = command.order;
      const resumed = { blockId, iteration, waitId, reason, controlOffset: offset };
      this.#recorder.append('ExecutionResumed', resumed);
    }
  }

  #isOver(): boolean {
    return this.#abandoned || this.#stop !== null;
  }

  /** Nothing new begins. */
  #isStopping(): boolean {
    return this.#stop !== null || this.#walk.isStopped('');
  }

  /** Runs whatever is ready; parks or ends the execution when nothing is ready and nothing runs. */
  #advance(): void {
    if (this.#abandoned || this.#closed) return;
    this.#recorder.hold();
    do {
      for (;;) {
        const steps = this.#isStopping() ? [] : this.#walk.takeReady();
        if (steps.length === 0) break;
        for (const step of steps) {
          if (this.#isStopping()) break;
          this.#take(step);
        }
      }
    } while (!this.#isStopping() && (this.#readInbox() || this.#dropStopped()));
    if (!this.#runs.onlyComputes) this.#recorder.release();
    if (this.#runs.running > 0) return;
    if (this.#isStopping() || this.#waits.size === 0) this.#end();
    else this.#park();
  }

  #take(step: Step): void {
    if (step.kind === 'close') {
      this.#settle(step, this.ports.effects.now(), step.outcome);
      return;
    }
    if (step.kind === 'open') {
      this.#runs.noteStarted(step, step.input);
      return;
    }
    const block = this.workflow.blocks[step.index];
    if (block?.role === 'effect') this.#runs.perform(step, block);
    else if (block?.role === 'computed') this.#runs.compute(step, block);
    else if (block?.role === 'waiting') this.#runs.wait(step, block);
    else if (block !== undefined && block.role !== 'container') {
      const startedAt = this.ports.effects.now();
      this.#settle(
        step,
        startedAt,
        crashed(() => block.evaluate(this.#scope.at(step.iteration))),
      );
    }
  }

  #settle(place: StepPlace, startedAt: number, raw: BlockOutcome): void {
    const outcome = bounded(raw, this.#scope);
    if (outcome.error?.code.endsWith('TOO_LARGE') === true)
      this.ports.onTooLarge(outcome.error.code);
    const route = routeOutcome(this.workflow, place.index, outcome);
    const described = blockOf(this.workflow, place);
    const open = this.history.open.get(placeKey(described));
    const data = blockCompleted(
      described,
      open?.startedAt ?? startedAt,
      this.ports.effects.now(),
      outcome,
      route,
      this.#scope,
    );
    this.#recorder.append('BlockCompleted', data);
    this.#walk.settle(place, data.ports, isFatal(data));
  }

  /** True when an order named a wait that is under way: the others change nothing. */
  #readInbox(): boolean {
    const commands = this.#inbox;
    this.#inbox = [];
    const now = this.ports.effects.now();
    for (const command of commands) {
      if (command.kind !== 'resume') continue;
      const { order } = command;
      const wait = this.#waits.take(order);
      if (wait === undefined) continue;
      const data = order.data === null ? null : (JSON.parse(order.data) as unknown);
      const reason = order.reason === 'child' ? 'child' : 'data';
      this.#wake(
        wait,
        order.reason === 'timer' ? { reason: 'timer', at: now } : { reason, at: now, data },
      );
    }
    return commands.length > 0;
  }

  #wake(wait: PendingWait, wakeUp: Parameters<BlockRuns['wake']>[1]): void {
    this.#runs.wake(wait, wakeUp);
  }

  /** Waits inside a parallel that has failed are given up: it need not last as long as they would. */
  #dropStopped(): boolean {
    const dropped = this.#waits.takeStopped((iteration) => this.#walk.isStopped(iteration));
    for (const wait of dropped) this.#walk.drop(wait);
    return dropped.length > 0;
  }

  #park(awaitsTurn = false): void {
    const { origin, workflow } = this;
    const state = parkedStateOf(this.history, origin.traceparent, workflow.assigners, awaitsTurn);
    if (Buffer.byteLength(state) > maxEventPayloadBytes) {
      const message = `What the blocks gave so far has more than ${maxEventPayloadBytes} bytes: too much to wait with`;
      this.ports.onTooLarge('STATE_TOO_LARGE');
      this.stop({ kind: 'failed', code: 'STATE_TOO_LARGE', message });
      return;
    }
    this.#closed = true;
    const { workspaceId = '' } = this.history.started ?? {};
    this.#recorder.append('ExecutionParked', { workspaceId, state, ...this.#waits.parked() });
    this.#whenDurable((nextOffset) => this.ports.onParked(nextOffset));
  }

  #end(): void {
    if (this.history.started === null) return;
    this.#closed = true;
    const ending = endingOf(this.workflow, this.history, this.#stop);
    const end = executionEnd(
      this.history,
      this.history.started,
      ending,
      this.ports.effects.now(),
      this.ports.baseChargeUsd,
    );
    this.#recorder.append('ExecutionCompleted', end);
    this.#whenDurable(() => this.ports.onEnded(end));
  }

  #whenDurable(then: (nextOffset: number) => void): void {
    this.#recorder.pending()?.then(
      (position) => then((position?.offset ?? -1) + 1),
      () => undefined,
    );
  }
}
