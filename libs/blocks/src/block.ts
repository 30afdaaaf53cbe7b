/**
 * What a block type is. A block is data in (templates resolved against a scope), an outcome out; it knows nothing of Kafka,
 * executions or storage, so each is tested alone.
 */
import type { BlockDefinition, Scope, TemplateCompiler } from '@libs/workflow';
import type { ModelCost } from '@libs/contracts';
import type { EgressClient } from '@libs/egress';
import type { Sandbox } from '@libs/sandbox';
import type { ZodType } from 'zod';

/**
 * `trigger` starts an execution, `pure` depends on its inputs only and is run in place, `effect` touches the outside world:
 * the results it depends on are durable before it starts; `annotation` is for readers and never runs. A block whose type is
 * `pure` may compile to an effect when its configuration asks for the sandbox.
 */
export type BlockRole = 'trigger' | 'pure' | 'effect' | 'annotation';

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

export interface EffectBlock {
  readonly role: 'effect';
  perform(scope: Scope, context: EffectContext): Promise<BlockOutcome>;
}

export type CompiledBlock = PureBlock | EffectBlock;

/** By name, with one phrase for the documentation. */
export type BlockOutputs = Readonly<Record<string, string>>;

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
    compile: (config, compiler, surroundings) => block.compile(config as C, compiler, surroundings),
  };
}

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
