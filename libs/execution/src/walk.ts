/**
 * The path of one execution through its workflow: which block runs next, in which iteration. It
 * follows recorded results first, so a takeover walks to where the last owner stopped and continues
 * there. A recorded iteration is never repeated. The root and every iteration of a loop or parallel
 * is a frame with its own frontier. Pure.
 */
import {
  SecretHostDeniedError,
  type BlockError,
  type BlockOutcome,
  type CompiledWorkflow,
  type ContainerBlock,
  type ContainerPlan,
} from '@libs/blocks';
import { defaultPort, eachPort, EvaluationError, type Region } from '@libs/workflow';
import { collectedOutcome, failedContainer } from './collect.js';
import { isFatal } from './decide.js';
import { createFrontier, type Frontier } from './frontier.js';
import type { ExecutionHistory } from './history.js';
import { indexOf, iterationOf, addressKey } from './iteration.js';
import type { ExecutionScope } from './scope.js';
import { UnknownSecretError } from './secret-values.js';

export interface StepAddress {
  /** Index of the block in the workflow. */
  readonly index: number;
  readonly iteration: string;
}

export type Step =
  /** Run the block, then `complete` it. */
  | (StepAddress & { readonly kind: 'run' })
  /** A loop or parallel begins: for the log only. */
  | (StepAddress & { readonly kind: 'open'; readonly input: unknown })
  /** A loop or parallel is over: record the outcome, then `complete` it. */
  | (StepAddress & { readonly kind: 'close'; readonly outcome: BlockOutcome });

interface Frame {
  readonly path: string;
  readonly region: Region;
  readonly frontier: Frontier;
  /** The container that this is an iteration of; null for the root. */
  readonly container: OpenContainer | null;
  /** Blocks handed out and not completed, in this frame and in all iterations inside it. */
  inFlight: number;
  /** A fatal result was recorded in this frame. */
  failed: boolean;
}

interface OpenContainer extends StepAddress {
  readonly blockId: string;
  /** The frame that the container itself is in. */
  readonly frame: Frame;
  readonly plan: ContainerPlan;
  /** Next iteration to begin. */
  next: number;
  running: number;
  failed: boolean;
  /** Indexes of iterations that failed. */
  readonly failures: number[];
}

export class Walk {
  readonly #frames = new Map<string, Frame>();
  #agenda: Frame[] = [];
  #closing: Step[] = [];

  constructor(
    private readonly workflow: CompiledWorkflow,
    private readonly history: ExecutionHistory,
    private readonly scope: ExecutionScope,
  ) {
    this.#begin('', workflow.regions.root, null, defaultPort);
  }

  /** Steps that became possible since the last call. */
  takeReady(): Step[] {
    const steps: Step[] = [];
    for (let frame = this.#agenda.pop(); frame !== undefined; frame = this.#agenda.pop())
      this.#visit(frame, steps);
    steps.push(...this.#closing);
    this.#closing = [];
    return steps;
  }

  /** A step that was handed out has a recorded result. */
  complete({ index, iteration }: StepAddress, ports: readonly string[], fatal: boolean): void {
    const frame = this.#frames.get(iteration);
    if (frame === undefined) return;
    this.#record(frame, index, ports, fatal);
    this.#release(frame);
  }

  /** A step that was handed out is abandoned, because its iteration or execution is stopped. */
  drop({ iteration }: StepAddress): void {
    const frame = this.#frames.get(iteration);
    if (frame !== undefined) this.#release(frame);
  }

  /** Nothing new begins in this iteration: a block in it, or an enclosing container, has failed. */
  isStopped(iteration: string): boolean {
    const frame = this.#frames.get(iteration);
    return frame === undefined || this.#isStoppedFrame(frame);
  }

  #isStoppedFrame({ failed, container }: Frame): boolean {
    return (
      failed || (container !== null && (container.failed || this.#isStoppedFrame(container.frame)))
    );
  }

  #begin(path: string, region: Region, container: OpenContainer | null, port: string): Frame {
    const frontier = createFrontier(region.graph, region.start);
    const frame: Frame = { path, region, frontier, container, inFlight: 0, failed: false };
    frontier.complete(region.start, [port]);
    this.#frames.set(path, frame);
    this.#agenda.push(frame);
    return frame;
  }

  #record(frame: Frame, index: number, ports: readonly string[], fatal: boolean): void {
    const local = frame.region.graph.indexOf.get(this.#idOf(index));
    if (fatal) frame.failed = true;
    else if (local !== undefined) frame.frontier.complete(local, ports);
    this.#agenda.push(frame);
  }

  #idOf(index: number): string {
    return this.workflow.definition.blocks[index]?.id ?? '';
  }

  #hold(frame: Frame): void {
    for (let at: Frame | undefined = frame; at !== undefined; at = at.container?.frame)
      at.inFlight += 1;
  }

  #release(frame: Frame): void {
    for (let at: Frame | undefined = frame; at !== undefined; at = at.container?.frame) {
      at.inFlight -= 1;
      if (at.inFlight === 0) this.#agenda.push(at);
    }
  }

  #visit(frame: Frame, steps: Step[]): void {
    if (this.#frames.get(frame.path) !== frame) return;
    const ready = this.#isStoppedFrame(frame) ? [] : frame.frontier.takeReady();
    for (const local of ready) {
      const index = frame.region.globalIndex[local] ?? -1;
      const recorded =
        this.history.results.size === 0
          ? undefined
          : this.history.results.get(
              addressKey({ blockId: this.#idOf(index), iteration: frame.path }),
            );
      if (recorded !== undefined) {
        this.#record(frame, index, recorded.ports, isFatal(recorded));
        continue;
      }
      this.#hold(frame);
      const block = this.workflow.blocks[index];
      if (block?.role === 'container') this.#open(frame, index, block, steps);
      else steps.push({ kind: 'run', index, iteration: frame.path });
    }
    if (frame.inFlight === 0 && frame.container !== null && !this.#agenda.includes(frame))
      this.#close(frame, frame.container);
  }

  #open(frame: Frame, index: number, block: ContainerBlock, steps: Step[]): void {
    const address = { index, iteration: frame.path };
    const outcomeOf = (): BlockOutcome | null => {
      const plan = block.plan(this.scope.at(frame.path));
      if ('error' in plan) return failedContainer(null, plan.error);
      const blockId = this.#idOf(index);
      this.scope.plans.set(addressKey({ blockId, iteration: frame.path }), plan);
      steps.push({ kind: 'open', ...address, input: plan.input });
      const state = { next: 0, running: 0, failed: false, failures: [] };
      this.#advance({ ...address, blockId, frame, plan, ...state });
      return null;
    };
    const outcome = attempt(outcomeOf);
    if (outcome !== null) this.#closing.push({ kind: 'close', ...address, outcome });
  }

  /** Begins as many iterations as concurrency allows; closes the container when none is left. */
  #advance(container: OpenContainer): void {
    const { plan, frame, blockId } = container;
    const region = this.workflow.regions.bodies.get(container.index);
    while (
      region !== undefined &&
      !container.failed &&
      !this.#isStoppedFrame(frame) &&
      container.running < plan.concurrency &&
      container.next < plan.count
    ) {
      const before = this.scope.at(iterationOf(frame.path, blockId, container.next - 1));
      if (!plan.goesOn(before, container.next)) break;
      const path = iterationOf(frame.path, blockId, container.next);
      container.next += 1;
      container.running += 1;
      this.#begin(path, region, container, eachPort);
    }
    if (container.running > 0) return;
    this.scope.plans.delete(addressKey({ blockId, iteration: frame.path }));
    if (this.#isStoppedFrame(frame)) this.#release(frame);
    else this.#closing.push(this.#closed(container));
  }

  #closed(container: OpenContainer): Step {
    const { index, iteration } = container;
    const outcome = collectedOutcome(this.workflow, this.history, container);
    return { kind: 'close', index, iteration, outcome };
  }

  /** An iteration is complete. */
  #close(frame: Frame, container: OpenContainer): void {
    this.#frames.delete(frame.path);
    container.running -= 1;
    if (frame.failed) {
      container.failures.push(indexOf(frame.path));
      container.failed ||= container.plan.failFast;
    }
    const failure = attempt(() => {
      this.#advance(container);
      return null;
    });
    if (failure === null) return;
    const { index, iteration } = container;
    this.#closing.push({ kind: 'close', index, iteration, outcome: failure });
  }
}

/** An exception thrown while a container is evaluated becomes the container's failure. */
function attempt(ask: () => BlockOutcome | null): BlockOutcome | null {
  try {
    return ask();
  } catch (error) {
    return failedContainer(null, blockErrorOf(error));
  }
}

/** The block error for an exception thrown by an evaluation. */
export function blockErrorOf(error: unknown): BlockError {
  if (error instanceof EvaluationError || error instanceof SecretHostDeniedError)
    return { code: error.code, message: error.message };
  if (error instanceof UnknownSecretError)
    return { code: 'UNKNOWN_SECRET', message: error.message };
  const message = error instanceof Error ? error.message : 'The block failed unexpectedly';
  return { code: 'BLOCK_CRASHED', message };
}
