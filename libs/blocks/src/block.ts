/**
 * What a block type is. A block is data in (templates resolved against a scope), an outcome out; it knows nothing of Kafka,
 * executions or storage, so each is tested alone.
 */
import type { BlockDefinition, ContainerKind, Scope, TemplateCompiler } from '@libs/workflow';
import type { ModelCost } from '@libs/contracts';
import type { EgressClient } from '@libs/egress';
import type { Sandbox } from '@libs/sandbox';
import type { ZodType } from 'zod';

/**
 * `trigger` starts an execution, `pure` depends on its inputs only and is run in place, `computed` depends on them only too but
 * is computed elsewhere (author code), `effect` touches the outside world: the results it depends on are durable before it starts;
 * `annotation` is for readers and never runs. A block whose type is `pure` may compile to a computed one when its configuration
 * asks for the sandbox. `waiting` is over when a time or a message has
 * come; meanwhile its execution may park. `container` repeats the blocks behind its `each` port.
 */
export type BlockRole =
  'trigger' | 'pure' | 'computed' | 'effect' | 'waiting' | 'container' | 'annotation';

export interface BlockError {
  readonly code: string;
  /** One sentence, shown to users; no secrets. */
  readonly message: string;
}

export interface BlockOutcome {
  /** Resolved configuration for the log; secrets are masked by the runner. */
  readonly input: unknown;
  readonly output: unknown;
  /** Ports taken when all went well. */
  readonly ports: readonly string[];
  /** Set when the block failed. */
  readonly error: BlockError | null;
  /**
   * True: the error only matters to an `error` edge (a 404 is an answer); without one the run goes on by `ports`.
   * False: without an `error` edge the execution fails.
   */
  readonly tolerable: boolean;
  readonly attempts: number;
  /** What language models were paid for, if any. */
  readonly usage?: BlockUsage;
}

export interface BlockUsage {
  readonly costUsd: number;
  /** By model name, as in the log entry's `cost.models` (spec 2.5). */
  readonly models: Readonly<Record<string, ModelCost>>;
}

/** One try that failed while another will follow. */
export interface FailedAttempt {
  readonly attemptNumber: number;
  readonly status: number | null;
  readonly errorCode: string;
  readonly message: string;
  readonly durationMs: number;
  readonly retryAt: number;
}

/** An effect that is to be tried again so late that its execution had better park (design.md 3.8). */
export interface RetryLater {
  readonly kind: 'retry-later';
}

export const retryLater: RetryLater = { kind: 'retry-later' };

/** What an effect may use. */
export interface EffectContext {
  readonly egress: EgressClient;
  /** Author code. */
  readonly sandbox: Sandbox;
  /** The same for every try of this block in this execution, also after a crash (design.md 3.5). */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly random: () => number;
  /** Tries made before, by this process or by another one. */
  readonly earlierAttempts: number;
  /** When the first try began. */
  readonly firstStartedAt: number;
  /** A pause longer than this is not slept through: report the failed try, then give `retryLater` back. */
  readonly longestPauseMs: number;
  onAttemptFailed(attempt: FailedAttempt): void;
  /**
   * Set when somebody reads along: pieces of the text that the output will hold. A higher attempt number starts it anew.
   */
  readonly onOutputText?: (piece: string, attemptNumber: number) => void;
}

/** Under this id a scope gives the arguments of a tool call, to the block that is the tool. No block can have it. */
export const toolArgumentsId = '#tool';

/** Other blocks of the workflow, for one that uses them itself. */
export interface Surroundings {
  /** Null when there is no block with this name. `compiled` is for run time: while compiling, it may not be there yet. */
  block(name: string): { readonly definition: BlockDefinition; compiled(): CompiledBlock } | null;
}

export interface PureBlock {
  readonly role: 'trigger' | 'pure';
  evaluate(scope: Scope): BlockOutcome;
}

/**
 * Waits for nothing to be durable: what it gave is lost with its process at worst, and computed again. So nothing of it may be
 * seen outside before that.
 */
export interface ComputedBlock {
  readonly role: 'computed';
  compute(scope: Scope, context: Pick<EffectContext, 'sandbox' | 'signal'>): Promise<BlockOutcome>;
}

export interface EffectBlock {
  readonly role: 'effect';
  perform(scope: Scope, context: EffectContext): Promise<BlockOutcome | RetryLater>;
}

/** What a waiting block waits for. Told again after a crash, so a function of its arguments alone. */
export interface BlockWait {
  readonly kind: 'timer' | 'approval' | 'child';
  /** When time ends the wait; null: never. */
  readonly dueAt: number | null;
  /** For the log. */
  readonly input: unknown;
  /** The run that a wait for a child is for. */
  readonly child?: { readonly workflowId: string; readonly input: unknown };
}

/** What ended a wait. */
export type WakeUp =
  | { readonly reason: 'timer'; readonly at: number }
  | { readonly reason: 'data' | 'child'; readonly at: number; readonly data: unknown };

export interface WaitingBlock {
  readonly role: 'waiting';
  /** @param startedAt when the block began, ms; the same after a crash */
  begin(scope: Scope, startedAt: number): BlockWait | BlockOutcome;
  wake(wakeUp: WakeUp): BlockOutcome;
}

/** How often a container's body runs, and when it stops. */
export interface ContainerPlan {
  /** What the iterations go over; null when they are only counted. */
  readonly items: readonly unknown[] | null;
  /** Most iterations. */
  readonly count: number;
  /** Iterations at the same time. */
  readonly concurrency: number;
  /** False: an iteration that fails is noted in the output and the others go on. */
  readonly failFast: boolean;
  /** For the log. */
  readonly input: unknown;
  /**
   * Asked before every iteration.
   * @param scope sees the results of the iteration before
   * @param index of the iteration that would come
   */
  goesOn(scope: Scope, index: number): boolean;
}

export interface ContainerBlock {
  readonly role: 'container';
  readonly kind: ContainerKind;
  /** A function of recorded results alone: it is asked again after a crash. */
  plan(scope: Scope): ContainerPlan | { readonly error: BlockError };
}

export type CompiledBlock = PureBlock | ComputedBlock | EffectBlock | WaitingBlock | ContainerBlock;

/** By name, with one phrase for the documentation. */
export type BlockOutputs = Readonly<Record<string, string>>;

export interface ConfigRefusal {
  /** Inside the block's configuration. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export interface BlockType {
  readonly type: string;
  readonly role: BlockRole;
  /** Checked on save; its messages are what the author sees. */
  readonly config: ZodType;
  /** What `<block.x>` may be, with what it holds; undefined: nobody knows before it runs. */
  readonly outputs: BlockOutputs | undefined;
  /** Outputs that come from the configuration; `any`: further ones that nobody knows before it runs. */
  moreOutputs(config: unknown): readonly string[] | 'any';
  /** Ports an edge may hang on, besides `error`. */
  ports(config: unknown): readonly string[];
  /** Variables of the workflow that have its outputs of the same names as values from when it has run. */
  assigns(config: unknown): readonly string[];
  /** Names of blocks that it uses as tools: in them `<tool.x>` is an argument. */
  tools(config: unknown): readonly string[];
  /** Asked on save only: rules that versions deployed before them need not follow to run on. */
  refusedOnSave(config: unknown): readonly ConfigRefusal[];
  /** Called once per workflow version with a configuration that passed `config`. */
  compile(config: unknown, compiler: TemplateCompiler, surroundings: Surroundings): CompiledBlock;
}

/** Gives the compile step its configuration's type back. */
export function defineBlock<C>(block: {
  readonly type: string;
  readonly role: BlockRole;
  readonly config: ZodType<C>;
  readonly outputs?: BlockOutputs;
  moreOutputs?(config: C): readonly string[] | 'any';
  ports?(config: C): readonly string[];
  assigns?(config: C): readonly string[];
  tools?(config: C): readonly string[];
  refusedOnSave?(config: C): readonly ConfigRefusal[];
  compile(config: C, compiler: TemplateCompiler, surroundings: Surroundings): CompiledBlock;
}): BlockType {
  return {
    type: block.type,
    role: block.role,
    config: block.config,
    outputs: block.outputs,
    moreOutputs: (config) => block.moreOutputs?.(config as C) ?? [],
    ports: (config) => block.ports?.(config as C) ?? ['out'],
    assigns: (config) => block.assigns?.(config as C) ?? [],
    tools: (config) => block.tools?.(config as C) ?? [],
    refusedOnSave: (config) => block.refusedOnSave?.(config as C) ?? [],
    compile: (config, compiler, surroundings) => block.compile(config as C, compiler, surroundings),
  };
}

/** A failure that nothing came of. */
export const failed = (input: unknown, error: BlockError): BlockOutcome => ({
  input,
  output: null,
  ports: [],
  error,
  tolerable: false,
  attempts: 1,
});

/** A plain success. */
export const succeeded = (
  input: unknown,
  output: unknown,
  ports: readonly string[],
): BlockOutcome => ({
  input,
  output,
  ports,
  error: null,
  tolerable: false,
  attempts: 1,
});
