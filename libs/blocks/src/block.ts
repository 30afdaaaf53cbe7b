/**
 * The interface of a block type. A block takes data (templates resolved against a scope) and
 * returns an outcome. It knows nothing of Kafka, executions or storage: each is tested alone.
 */
import type {
  BlockDefinition,
  ContainerKind,
  DefinitionProblemCode,
  DefinitionWarningCode,
  Scope,
  Span,
  TemplateCompiler,
} from '@libs/workflow';
import type { EgressClient } from '@libs/egress';
import type { Sandbox } from '@libs/sandbox';
import type { ZodType } from 'zod';
import type { BlockError, BlockOutcome } from './block-outcome.js';
import { textsAt } from './config-path.js';
import type { FailedAttempt, RetryLater } from './retry-later.js';

export { failed, succeeded } from './block-outcome.js';
export type { BlockError, BlockOutcome, BlockUsage } from './block-outcome.js';

/**
 * `trigger` starts an execution. `pure` runs in place, on its inputs alone. `computed` (author
 * code) does so elsewhere; a `pure` type may compile to it when its configuration needs the
 * sandbox. `effect` touches the outside world, so the results it depends on are durable before it
 * starts. `waiting` ends at a time or with a message; its execution may park meanwhile. `container`
 * repeats the blocks after its `each` port. `annotation` is for readers and never runs.
 */
export type BlockRole =
  'trigger' | 'pure' | 'computed' | 'effect' | 'waiting' | 'container' | 'annotation';

/** Everything that an effect may use. */
export interface EffectContext {
  readonly egress: EgressClient;
  /** Runs author code. */
  readonly sandbox: Sandbox;
  /** The same for every try of this block in this execution, even after a crash. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly random: () => number;
  /** Returns early, without an error, when aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Tries made before, by this process or another one. */
  readonly earlierAttempts: number;
  /** When the first try began. */
  readonly firstStartedAt: number;
  /** A longer pause is not slept through: report the failed try, then return `retryLater`. */
  readonly longestPauseMs: number;
  onAttemptFailed(attempt: FailedAttempt): void;
  /** Set when a reader follows live: pieces of the output's text. A higher attempt starts over. */
  readonly onOutputText?: (piece: string, attemptNumber: number) => void;
}

/** Scope id of a tool call's arguments, for the block that is the tool. No block can have it. */
export const toolArgumentsId = '#tool';

/** Other blocks of the workflow, for a block that uses them itself. */
export interface Surroundings {
  /**
   * Null when no block has this name. Call `compiled` at run time only: while compiling, the block
   * may not exist yet.
   */
  block(name: string): { readonly definition: BlockDefinition; compiled(): CompiledBlock } | null;
  /** The block's name that its author may have meant. */
  nearest(name: string): string | null;
}

export interface PureBlock {
  readonly role: 'trigger' | 'pure';
  evaluate(scope: Scope): BlockOutcome;
}

/**
 * Does not wait for durable inputs: its result may be lost with its process and computed again. So
 * nothing of it may be seen outside before it is durable.
 */
export interface ComputedBlock {
  readonly role: 'computed';
  compute(scope: Scope, context: Pick<EffectContext, 'sandbox' | 'signal'>): Promise<BlockOutcome>;
}

export interface EffectBlock {
  readonly role: 'effect';
  perform(scope: Scope, context: EffectContext): Promise<BlockOutcome | RetryLater>;
}

/** The wait of a waiting block; a function of its arguments alone, as a crash computes it again. */
export interface BlockWait {
  readonly kind: 'timer' | 'approval' | 'child';
  /** When time ends the wait; null: never. */
  readonly dueAt: number | null;
  /** For the log. */
  readonly input: unknown;
  /** The child run that this wait is for. */
  readonly child?: { readonly workflowId: string; readonly input: unknown };
}

/** The event that ended a wait. */
export type WakeUp =
  | { readonly reason: 'timer'; readonly at: number; readonly data?: undefined }
  | { readonly reason: 'data' | 'child'; readonly at: number; readonly data: unknown };

export interface WaitingBlock {
  readonly role: 'waiting';
  /** @param startedAt when the block began, ms; the same after a crash */
  begin(scope: Scope, startedAt: number): BlockWait | BlockOutcome;
  wake(wakeUp: WakeUp): BlockOutcome;
}

/** How often a container's body runs, and when it stops. */
export interface ContainerPlan {
  /** Items that the iterations go over; null when iterations are only counted. */
  readonly items: readonly unknown[] | null;
  /** Most iterations. */
  readonly count: number;
  /** Most iterations in progress at the same time. */
  readonly concurrency: number;
  /** False: a failed iteration is noted in the output and the others continue. */
  readonly failFast: boolean;
  /** For the log. */
  readonly input: unknown;
  /**
   * Called before every iteration.
   * @param scope sees the results of the previous iteration
   * @param index of the next iteration
   */
  goesOn(scope: Scope, index: number): boolean;
}

export interface ContainerBlock {
  readonly role: 'container';
  readonly kind: ContainerKind;
  /** Depends on recorded results alone, because it is evaluated again after a crash. */
  plan(scope: Scope): ContainerPlan | { readonly error: BlockError };
}

export type CompiledBlock = PureBlock | ComputedBlock | EffectBlock | WaitingBlock | ContainerBlock;

/** Where the call of a block goes. */
export interface BlockCall {
  /** As configured, references included. */
  readonly url: string;
  /** The fields of the configuration that it sends. Secrets that name their hosts belong there. */
  readonly fields: readonly string[];
}

/** By name, with one phrase for the documentation. */
export type BlockOutputs = Readonly<Record<string, string>>;

/** Something to say about one field of a configuration. */
interface ConfigNote {
  /** Path inside the block's configuration. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Part of the field's text that is meant. */
  readonly span?: Span;
  /** The name that its author may have meant. */
  readonly suggestion?: string | null;
}

export interface ConfigRefusal extends ConfigNote {
  /** Default: `INVALID_CONFIG`. */
  readonly code?: DefinitionProblemCode;
}

export interface ConfigWarning extends ConfigNote {
  readonly code: DefinitionWarningCode;
}

/** Ports that the configuration names: at `from`, such as `conditions[].port`, and at `also`. */
export interface ConfiguredPorts {
  readonly from: string;
  readonly also?: string;
}

/** How a code field is read: as the body of a function, or as one expression. */
export type CodeKind = 'body' | 'expression' | 'plain expression';

export interface BlockType {
  readonly type: string;
  readonly role: BlockRole;
  /** Checked on save; the author sees its messages. */
  readonly config: ZodType;
  /** Possible `<block.x>` with their meaning; undefined: unknown before the block runs. */
  readonly outputs: BlockOutputs | undefined;
  /** Outputs that depend on the configuration; `any`: further ones, unknown before the run. */
  moreOutputs(config: unknown): readonly string[] | 'any';
  /** What `moreOutputs` can be at most. */
  readonly anyOutputs: readonly string[] | 'any';
  /** Ports that an edge may leave from, besides `error`. */
  readonly portSource: readonly string[] | ConfiguredPorts;
  /** Those of a configuration, which may be invalid. */
  ports(config: unknown): readonly string[];
  /** Its code fields, by path: `conditions[].expression`. */
  readonly code: Readonly<Record<string, CodeKind>>;
  /** Workflow variables that take the values of its outputs of the same names once it has run. */
  assigns(config: unknown): readonly string[];
  /** Names of blocks that it uses as tools: inside them `<tool.x>` is an argument. */
  tools(config: unknown): readonly string[];
  /** Null: it makes no call, so no secret that names its hosts can be used in it. */
  calls(config: unknown): BlockCall | null;
  /** Fields of the configuration whose values are recorded as they are: without secrets. */
  readonly recorded: readonly string[];
  /** Outputs that must not show a secret that the block resolves. */
  secretFree(config: unknown): readonly string[];
  /**
   * Called on save only: versions deployed before such a rule may break it and still run.
   * @param config as written; other fields of it may be invalid
   */
  refusedOnSave(config: unknown): readonly ConfigRefusal[];
  /** Legal, and surely a mistake. */
  warnings(config: unknown): readonly ConfigWarning[];
  /** Called once per workflow version with a configuration that passed `config`. */
  compile(config: unknown, compiler: TemplateCompiler, surroundings: Surroundings): CompiledBlock;
}

const portsIn = (config: unknown, { from, also }: ConfiguredPorts): readonly string[] => {
  const named = [from, ...(also === undefined ? [] : [also])].flatMap((at) => textsAt(config, at));
  return [...new Set(named.map(({ text }) => text))];
};

/** A rule over some fields of a configuration; the others may be invalid. */
export type SaveRule = (config: unknown) => readonly ConfigRefusal[];

export const saveRule =
  <F>(fields: ZodType<F>, refusals: (read: F) => readonly ConfigRefusal[]): SaveRule =>
  (config) => {
    const read = fields.safeParse(config);
    return read.success ? refusals(read.data) : [];
  };

/** Restores the configuration's type for the compile step. */
export function defineBlock<C>(block: {
  readonly type: string;
  readonly role: BlockRole;
  readonly config: ZodType<C>;
  readonly outputs?: BlockOutputs;
  moreOutputs?(config: C): readonly string[] | 'any';
  /** Default: `out`. */
  readonly ports?: readonly string[] | ConfiguredPorts;
  readonly code?: Readonly<Record<string, CodeKind>>;
  assigns?(config: C): readonly string[];
  tools?(config: C): readonly string[];
  calls?(config: C): BlockCall;
  readonly recorded?: readonly string[];
  secretFree?(config: C): readonly string[];
  readonly refusedOnSave?: SaveRule;
  warnings?(config: C): readonly ConfigWarning[];
  compile(config: C, compiler: TemplateCompiler, surroundings: Surroundings): CompiledBlock;
}): BlockType {
  const { ports: portSource = ['out'], code = {} } = block;
  return {
    type: block.type,
    role: block.role,
    config: block.config,
    outputs: block.outputs,
    anyOutputs: block.moreOutputs === undefined ? [] : 'any',
    moreOutputs: (config) => block.moreOutputs?.(config as C) ?? [],
    portSource,
    ports: (config) => ('from' in portSource ? portsIn(config, portSource) : portSource),
    code,
    assigns: (config) => block.assigns?.(config as C) ?? [],
    tools: (config) => block.tools?.(config as C) ?? [],
    calls: (config) => block.calls?.(config as C) ?? null,
    recorded: block.recorded ?? [],
    secretFree: (config) => block.secretFree?.(config as C) ?? [],
    refusedOnSave: (config) => block.refusedOnSave?.(config) ?? [],
    warnings: (config) => block.warnings?.(config as C) ?? [],
    compile: (config, compiler, surroundings) => block.compile(config as C, compiler, surroundings),
  };
}
