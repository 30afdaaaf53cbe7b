/**
 * One execution while it runs here: turns the walk's steps into ledger events and effects. A block
 * with a recorded result never starts again. An effect starts only once the results it depends on
 * are durable, and while this process surely owns the partition. When only waits for the outside
 * are left, the execution parks. It does not know where requests come from.
 */
import type { BlockOutcome, CompiledWorkflow } from '@libs/blocks';
import { turnWait } from '@libs/contracts';
import { ownTurn } from '@libs/event-loop';
import {
  deadlineOf,
  isFatal,
  SecretGuards,
  Walk,
  type ExecutionHistory,
  type Step,
  type StepAddress,
  type Stop,
} from '@libs/execution';
import { crashed, isLargeOutcome, type WrittenOutcome } from './block-events.js';
import { wakeUpBy, type Command, type ExecutionOrigin } from './command.js';
import { BlockRuns } from './block-runs.js';
import { executionResumed, executionStarted } from './execution-boundaries.js';
import { ExecutionExit } from './execution-exit.js';
import { ExecutionRecorder } from './execution-recorder.js';
import { scopeOf, type ExecutionContext, type ExecutionPorts } from './execution-context.js';
import { HeldState } from './held-state.js';
import { Pace } from './pace.js';
import { ParkPermit } from './park-permit.js';
import { PendingWaits } from './pending-waits.js';
import { ReadySteps } from './ready-steps.js';
import { noteStarted, recordResult } from './block-recording.js';

const internalError: Stop = {
  kind: 'failed',
  code: 'INTERNAL_ERROR',
  message: 'A fault of the engine ended it. The log of the runner says which',
};

export class LiveExecution {
  readonly #context: ExecutionContext;
  readonly #walk: Walk;
  readonly #abort = new AbortController();
  readonly #runs: BlockRuns;
  readonly #exit: ExecutionExit;
  readonly #pace: Pace;
  readonly #ready: ReadySteps;
  readonly #held: HeldState;
  #inbox: Command[] = [];
  #stop: Stop | null = null;
  #abandoned = false;

  constructor(
    readonly origin: ExecutionOrigin,
    workflow: CompiledWorkflow,
    history: ExecutionHistory,
    ports: ExecutionPorts,
  ) {
    const scope = scopeOf(workflow, history, ports);
    const recorder = new ExecutionRecorder(
      history,
      ports.writer,
      origin.traceparent,
      ports.effects.now,
      (error) => {
        if (!this.#abandoned) ports.onAppendFailed(error);
      },
    );
    this.#context = {
      ...ports,
      ...{ origin, workflow, history, scope, recorder },
      waits: new PendingWaits(),
      guards: new SecretGuards(workflow, ports.secrets, ownTurn),
      permit: new ParkPermit(ports.mayPark ?? (() => null)),
      signal: this.#abort.signal,
      isOver: () => this.#isOver(),
      complete: (address, startedAt, outcome) => this.#complete(address, startedAt, outcome),
      crash: (error) => this.#crash(error),
    };
    this.#walk = new Walk(workflow, history, scope);
    this.#ready = new ReadySteps(this.#walk, workflow, history, scope);
    this.#held = new HeldState(history, ports.memory);
    this.#pace = new Pace(recorder, ports.slices, () => this.#advance(), ports.passage);
    this.#exit = new ExecutionExit(this.#context);
    this.#runs = new BlockRuns(this.#context, () => this.#advance());
  }

  get executionId(): string {
    return this.#context.history.executionId;
  }

  get workspaceId(): string | null {
    return (this.#context.history.started ?? this.origin.request)?.workspaceId ?? null;
  }

  /** When it ends with TIMEOUT; null: never. */
  get deadlineAt(): number | null {
    return deadlineOf(this.#context.history);
  }

  /** Starts, or continues at the first blocks without a recorded result. */
  start(): void {
    const { environment, history, recorder } = this.#context;
    const { started, parkedAt } = history;
    recorder.buffer();
    if (started === null)
      recorder.append('ExecutionStarted', executionStarted(this.origin, environment));
    else if (parkedAt !== null) recorder.append('ExecutionResumed', executionResumed(this.origin));
    for (const command of this.origin.commands) {
      if (command.kind === 'resume') this.#inbox.push(command);
      else this.#stop ??= { kind: 'cancelled', reason: command.reason };
    }
    const { admission, effects } = this.#context;
    // The deadline may have passed without an owner: start nothing that the next tick would stop.
    if (this.deadlineAt !== null && this.deadlineAt <= effects.now())
      this.#stop ??= { kind: 'timeout' };
    if (admission.kind === 'end') this.#stop ??= admission.stop;
    const tooMuch = this.#held.atStart();
    this.#stop ??= tooMuch;
    if (admission.kind === 'wait' && this.#stop === null) this.#awaitSlot(admission.dueAt);
    else this.#advance();
  }

  /** Parks it until a limit admits it or `dueAt` passes. */
  #awaitSlot(dueAt: number): void {
    this.#context.waits.add({ ...turnWait, index: -1, dueAt, childExecutionId: null });
    this.#exit.park(true);
    this.#letGo();
  }

  /** @returns false when it has just parked or ended: the command must be delivered again later */
  deliver(command: Command): boolean {
    if (this.#exit.closed || this.#abandoned) return false;
    if (command.kind === 'cancel') this.stop({ kind: 'cancelled', reason: command.reason });
    else {
      this.#inbox.push(command);
      this.#advance();
    }
    return true;
  }

  /** Ends the execution once nothing of it is in flight. Calls in flight are aborted. */
  stop(stop: Stop): void {
    if (this.#stop !== null || this.#exit.closed) return;
    this.#end(stop);
    this.#advance();
  }

  /** Applies the deadline, and ends due waits while other branches run. */
  tick(now: number): void {
    if (this.#exit.closed || this.#abandoned) return;
    if (this.deadlineAt !== null && this.deadlineAt <= now) {
      this.stop({ kind: 'timeout' });
      return;
    }
    const due = this.#context.waits.takeDue(now);
    for (const wait of due) this.#runs.wake(wait, { reason: 'timer', at: now });
    if (due.length > 0) this.#advance();
  }

  /** The partition has another owner: nothing more is written, and calls in flight are aborted. */
  abandon(): void {
    this.#abandoned = true;
    this.#letGo();
    this.#context.recorder.drop();
    this.#abort.abort();
  }

  #isOver(): boolean {
    return this.#abandoned || this.#stop !== null;
  }

  /** No new step starts. */
  #isStopping(): boolean {
    return this.#stop !== null || this.#walk.isStopped('');
  }

  #advance(): void {
    try {
      this.#goOn();
    } catch (error) {
      const isFirst = this.#stop !== internalError;
      this.#crash(error);
      if (isFirst) this.#advance();
    }
  }

  /** Replaces any earlier reason to stop, because recording that one may be what failed. */
  #crash(error: unknown): void {
    this.#context.onCrashed(error);
    if (!this.#abandoned && !this.#exit.closed) this.#end(internalError);
  }

  /** Runs whatever is ready. Parks or ends the execution when nothing is ready and nothing runs. */
  #goOn(): void {
    if (this.#abandoned || this.#exit.closed || this.#pace.isResting) return;
    this.#context.recorder.buffer();
    this.#pace.begin();
    if (this.#pace.mustRest()) return;
    do {
      for (let step = this.#next(); step !== undefined; step = this.#next()) {
        if (!this.#ready.parsesFirst(step)) this.#begin(step);
        if (this.#pace.mustRest()) return;
      }
    } while (!this.#isStopping() && (this.#readInbox() || this.#dropStopped()));
    if (!this.#runs.onlyComputes) this.#context.recorder.flushSoon();
    if (this.#runs.running > 0) {
      if (!this.#runs.computes) this.#context.passage?.rest();
      return;
    }
    if (this.#isStopping() || this.#context.waits.size === 0) {
      this.#exit.end(this.#stop);
      this.#letGo();
      return;
    }
    const hindrance = this.#exit.park(false);
    if (hindrance === null) this.#letGo();
    else this.stop(hindrance);
  }

  #next(): Step | undefined {
    return this.#isStopping() ? undefined : this.#ready.next();
  }

  #begin(step: Step): void {
    if (step.kind === 'close') {
      this.#complete(step, this.#context.effects.now(), step.outcome);
      return;
    }
    if (step.kind === 'open') {
      noteStarted(this.#context, step, step.input, this.#context.effects.now());
      return;
    }
    const block = this.#context.workflow.blocks[step.index];
    if (block?.role === 'effect') this.#runs.perform(step, block);
    else if (block?.role === 'computed') this.#runs.compute(step, block);
    else if (block?.role === 'waiting') this.#runs.wait(step, block);
    else if (block !== undefined && block.role !== 'container') {
      const startedAt = this.#context.effects.now();
      this.#complete(
        step,
        startedAt,
        crashed(() => block.evaluate(this.#context.scope.at(step.iteration))),
      );
    }
  }

  #complete(address: StepAddress, startedAt: number, outcome: BlockOutcome): void {
    if (isLargeOutcome(outcome))
      this.#runs.write(address.index, outcome, (written) =>
        this.#record(address, startedAt, written),
      );
    else this.#record(address, startedAt, this.#context.guards.checked(address.index, outcome));
  }

  #record(address: StepAddress, startedAt: number, outcome: WrittenOutcome): void {
    const result = recordResult(this.#context, address, startedAt, outcome);
    this.#walk.complete(address, result.ports, isFatal(result));
    const tooMuch = this.#held.afterResult();
    // The caller advances next, and that ends the execution.
    if (tooMuch !== null && this.#stop === null) this.#end(tooMuch);
  }

  #end(stop: Stop): void {
    this.#stop = stop;
    this.#abort.abort();
  }

  #letGo(): void {
    this.#held.release();
    this.#context.passage?.rest();
  }

  /** True when there were commands. One that names no current wait changes nothing. */
  #readInbox(): boolean {
    const commands = this.#inbox;
    this.#inbox = [];
    const now = this.#context.effects.now();
    for (const command of commands) {
      if (command.kind !== 'resume') continue;
      const { resume } = command;
      const wait = this.#context.waits.take(resume);
      if (wait === undefined) continue;
      this.#runs.wake(wait, wakeUpBy(resume, now));
    }
    return commands.length > 0;
  }

  /** Drops the waits inside a failed parallel, which need not last as long as they would. */
  #dropStopped(): boolean {
    const dropped = this.#context.waits.takeStopped((iteration) => this.#walk.isStopped(iteration));
    for (const wait of dropped) this.#walk.drop(wait);
    return dropped.length > 0;
  }
}
