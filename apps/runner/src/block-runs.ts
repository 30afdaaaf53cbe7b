/** Runs the blocks of one execution that are not computed in place: effects, waits and child runs. */
import type {
  BlockOutcome,
  BlockWait,
  CompiledWorkflow,
  ComputedBlock,
  EffectBlock,
  RetryLater,
  WaitingBlock,
  WakeUp,
} from '@libs/blocks';
import { failed } from '@libs/blocks';
import {
  placeKey,
  type ExecutionHistory,
  type ExecutionScope,
  type StepPlace,
} from '@libs/execution';
import { blockOf, crashed, maskedText, textOf, type DescribedBlock } from './block-events.js';
import { childExecutionIdOf } from '@libs/contracts';
import { ChildRunError } from './child-runs.js';
import type { ExecutionPorts } from './execution-ports.js';
import { OutputStream } from './output-stream.js';
import type { ExecutionRecorder } from './execution-recorder.js';
import type { PendingWait, PendingWaits } from './pending-waits.js';

/** A computed block that takes longer shows as begun while it runs. */
const shownAfterMs = 250;
/** Events that may wait for the broker while an execution goes on computing. */
const longestBacklog = 1_000;
/** A wait this short is slept through: parking would take longer. */
const shortWaitMs = 5_000;

interface Surroundings {
  readonly workflow: CompiledWorkflow;
  readonly history: ExecutionHistory;
  readonly ports: ExecutionPorts;
  readonly scope: ExecutionScope;
  readonly recorder: ExecutionRecorder;
  readonly waits: PendingWaits;
  /** Aborted when the execution is stopped or handed over. */
  readonly signal: AbortSignal;
  /** Nothing more is recorded here but the end. */
  isOver(): boolean;
  settle(place: StepPlace, startedAt: number, outcome: BlockOutcome): void;
  /** Something that ran does no longer. */
  onIdle(): void;
}

export class BlockRuns {
  #running = 0;
  #computing = 0;

  constructor(private readonly here: Surroundings) {}

  /** Effects and short waits under way. */
  get running(): number {
    return this.#running;
  }

  /** Whether nothing runs but blocks that are seen nowhere outside. */
  get onlyComputes(): boolean {
    return this.#running > 0 && this.#running === this.#computing;
  }

  /** Records that a block began, once. @returns when it first did */
  noteStarted(place: StepPlace, input: unknown, now = this.here.ports.effects.now()): number {
    const { workflow, history, recorder, scope } = this.here;
    const described = blockOf(workflow, place);
    const open = history.open.get(placeKey(described));
    if (open !== undefined) return open.startedAt;
    const text = input === null ? null : textOf(input, scope);
    recorder.append('BlockStarted', { ...described, input: text }, now);
    return now;
  }

  perform(place: StepPlace, block: EffectBlock): void {
    const described = blockOf(this.here.workflow, place);
    const open = this.here.history.open.get(placeKey(described));
    const retryAt = open?.retryAt ?? null;
    // A back-off goes on where it was when its owner was lost.
    if (retryAt !== null && retryAt > this.here.ports.effects.now() + shortWaitMs)
      this.#awaitRetry(place, described);
    else this.#run(() => this.#performed(place, described, block));
  }

  compute(place: StepPlace, block: ComputedBlock): void {
    this.#computing += 1;
    this.#run(() => this.#computed(place, block).finally(() => (this.#computing -= 1)));
  }

  #awaitRetry(place: StepPlace, { blockId, ...described }: DescribedBlock): void {
    const open = this.here.history.open.get(placeKey({ blockId, ...described }));
    if (open === undefined) return;
    const { waitId, retryAt: dueAt } = open;
    const wait = { index: place.index, iteration: place.iteration, blockId };
    this.here.waits.add({ ...wait, kind: 'retry', dueAt, waitId, childExecutionId: null });
  }

  wait(place: StepPlace, block: WaitingBlock): void {
    const { workflow, history, ports, scope } = this.here;
    const described = blockOf(workflow, place);
    const begun = history.open.get(placeKey(described));
    const now = begun?.startedAt ?? ports.effects.now();
    const wait = crashed(() => block.begin(scope.at(place.iteration), now));
    if ('ports' in wait) {
      this.here.settle(place, now, wait);
      return;
    }
    this.noteStarted(place, wait.input, now);
    const leftMs = (wait.dueAt ?? Infinity) - ports.effects.now();
    if (wait.kind === 'timer' && leftMs <= shortWaitMs) {
      this.#run(() => this.#slept(place, block, now, leftMs));
      return;
    }
    const { waitId = 0 } = history.open.get(placeKey(described)) ?? {};
    const { blockId, iteration } = described;
    const childExecutionId =
      wait.child === undefined ? null : childExecutionIdOf(history.executionId, blockId, iteration);
    const { kind, dueAt } = wait;
    this.here.waits.add({ ...place, blockId, kind, dueAt, waitId, childExecutionId });
    if (wait.child !== undefined && childExecutionId !== null && waitId > history.parkedSequence)
      this.#run(() =>
        this.#startedChild(place, wait, childExecutionId, waitId, begun !== undefined),
      );
  }

  /** What a wait was for has come. */
  wake(wait: PendingWait, wakeUp: WakeUp): void {
    const block = this.here.workflow.blocks[wait.index];
    const now = this.here.ports.effects.now();
    if (block?.role === 'effect') {
      const described = blockOf(this.here.workflow, wait);
      this.#run(() => this.#performed(wait, described, block));
    } else if (block?.role === 'waiting')
      this.here.settle(
        wait,
        now,
        crashed(() => block.wake(wakeUp)),
      );
  }

  /** Counts as running until it is through, whatever comes of it. */
  #run(act: () => Promise<void>): void {
    this.#running += 1;
    void act().finally(() => {
      this.#running -= 1;
      this.here.onIdle();
    });
  }

  /** False when this execution may not touch the outside world any more. */
  async #mayAct(results = this.#undurableResults()): Promise<boolean> {
    const { ports } = this.here;
    try {
      if (results !== null) await results;
      const alive = ports.mayStartEffects();
      if (alive !== null) await alive;
    } catch {
      return false;
    }
    return !this.here.isOver();
  }

  /** What an effect must wait for: null when every result that it may depend on is durable. */
  #undurableResults(): Promise<unknown> | null {
    const { recorder, history } = this.here;
    return history.results.size === 0 ? null : recorder.pending();
  }

  async #performed(place: StepPlace, described: DescribedBlock, block: EffectBlock): Promise<void> {
    if (this.here.isOver()) return;
    const { history, ports, recorder, scope, signal } = this.here;
    const key = placeKey(described);
    const earlierAttempts = history.open.get(key)?.attempts ?? 0;
    const results = this.#undurableResults();
    // Into the same flush as those results: a flush of its own would hold up that of the effect's result.
    if (earlierAttempts === 0) recorder.append('BlockStarted', { ...described, input: null });
    if (!(await this.#mayAct(results))) return;
    const startedAt = ports.effects.now();
    const { executionId } = history;
    const stream = this.#outputStream(described);
    const outcome = await crashed<BlockOutcome | RetryLater>(() =>
      block.perform(scope.at(place.iteration), {
        ...ports.effects,
        idempotencyKey: `${executionId}:${described.blockId}:${described.iteration}`,
        signal,
        earlierAttempts,
        firstStartedAt: history.open.get(key)?.startedAt ?? startedAt,
        ...(stream !== null && { onOutputText: stream.push.bind(stream) }),
        onAttemptFailed: (attempt) => {
          if (this.here.isOver()) return;
          const message = maskedText(attempt.message, scope);
          recorder.append('BlockAttemptFailed', { ...described, ...attempt, message });
        },
      }),
    );
    // What an aborted call came to is not a result: the new owner, or nobody, runs the block again.
    if (this.here.isOver()) {
      stream?.abandon();
      return;
    }
    stream?.end();
    if ('kind' in outcome) this.#awaitRetry(place, described);
    else this.here.settle(place, startedAt, outcome);
  }

  async #computed(place: StepPlace, block: ComputedBlock): Promise<void> {
    const { ports, recorder, scope, signal } = this.here;
    const startedAt = ports.effects.now();
    if (recorder.backlog > longestBacklog) await recorder.pending()?.catch(() => undefined);
    if (this.here.isOver()) return;
    const shown = setTimeout(() => {
      if (!this.here.isOver()) this.noteStarted(place, null, startedAt);
    }, shownAfterMs);
    const { sandbox } = ports.effects;
    const outcome = await crashed<BlockOutcome>(() =>
      block.compute(scope.at(place.iteration), { sandbox, signal }),
    );
    clearTimeout(shown);
    if (!this.here.isOver()) this.here.settle(place, startedAt, outcome);
  }

  /** In a chat somebody reads along. */
  #outputStream(described: DescribedBlock): OutputStream | null {
    const { history, recorder, scope } = this.here;
    if (history.started?.trigger !== 'chat') return null;
    return new OutputStream(scope.revealed, (text, attemptNumber) => {
      if (this.here.isOver()) return;
      recorder.append('BlockOutputStreamed', { ...described, attemptNumber, text });
    });
  }

  async #slept(
    place: StepPlace,
    block: WaitingBlock,
    startedAt: number,
    leftMs: number,
  ): Promise<void> {
    const { ports, signal } = this.here;
    await ports.effects.sleep(Math.max(0, leftMs), signal);
    if (this.here.isOver()) return;
    const at = ports.effects.now();
    this.here.settle(
      place,
      startedAt,
      crashed(() => block.wake({ reason: 'timer', at })),
    );
  }

  async #startedChild(
    place: StepPlace,
    { child }: BlockWait,
    executionId: string,
    waitId: number,
    repeat: boolean,
  ): Promise<void> {
    const { history, ports, scope, workflow, waits } = this.here;
    if (child === undefined || history.started === null || !(await this.#mayAct())) return;
    const { blockId, iteration } = blockOf(workflow, place);
    const parent = { executionId: history.executionId, blockId, iteration, waitId };
    const input = textOf(child.input, scope);
    try {
      const { started } = history;
      await ports.startChild({ ...child, executionId, input, parent, started, repeat });
    } catch (error) {
      if (!(error instanceof ChildRunError) || this.here.isOver()) return;
      const waiting = waits.take({ ...parent, reason: 'child', data: null, requestedAt: 0 });
      const { code, message } = error;
      if (waiting !== undefined)
        this.here.settle(place, ports.effects.now(), failed(null, { code, message }));
    }
  }
}
