/**
 * Runs one block alone: its configuration is checked and compiled as in a workflow, with given
 * outputs of other blocks.
 */
import { createEgressClient, createEgressPolicy } from '@libs/egress';
import type { Sandbox } from '@libs/sandbox';
import {
  createTemplateCompiler,
  EvaluationBudget,
  ExpressionError,
  follow,
  normalizeName,
  type ReferredBlock,
  type Scope,
  type SentSecret,
} from '@libs/workflow';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  toolArgumentsId,
  type BlockOutcome,
  type CompiledBlock,
  type EffectContext,
  type Surroundings,
} from '../block.js';
import { blockTypes } from '../registry.js';
import type { FailedAttempt } from '../retry-later.js';
import { secretForAnyUse } from '../secrets/secret-host-denied.js';

/** For blocks that run no author code. */
const noSandbox: Sandbox = {
  run: () => Promise.reject(new Error('this test has no sandbox')),
  close: () => Promise.resolve(),
};

export interface BlockRun extends BlockOutcome {
  readonly failedAttempts: readonly FailedAttempt[];
}

export interface BlockRunOptions {
  /** Outputs by block name. */
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Hosts that secrets name, by secret. */
  readonly secretHosts?: Readonly<Record<string, readonly string[]>>;
  /** Variables of the workspace. */
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly context?: Partial<EffectContext>;
  /** Other blocks of the workflow by name, for a block that uses them as tools. */
  readonly others?: Readonly<Record<string, { readonly type: string; readonly config: object }>>;
}

/** The other blocks as the one under test sees them. */
function surroundingsOf(
  others: NonNullable<BlockRunOptions['others']>,
  names: ReadonlyMap<string, ReferredBlock>,
): Surroundings {
  const nobody: Surroundings = { block: () => null, nearest: () => null };
  return {
    block: (asked) => {
      const [name, other] =
        Object.entries(others).find(([one]) => normalizeName(one) === normalizeName(asked)) ?? [];
      const block = blockTypes.get(other?.type ?? '');
      if (name === undefined || other === undefined || block === undefined) return null;
      const withArguments = new Map([
        ...names,
        ['tool', { id: toolArgumentsId, name: 'tool', outputs: null }],
      ]);
      const compiler = createTemplateCompiler(withArguments, new Map());
      const compiled = block.compile(block.config.parse(other.config), compiler, nobody);
      const config = { ...other.config };
      return { definition: { id: name, type: other.type, name, config }, compiled: () => compiled };
    },
    nearest: () => null,
  };
}

/** Reports a failure as a save does: field and message. */
function compiledOrTold(compile: () => CompiledBlock): CompiledBlock {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new Error(`${error.path.slice(1)}: ${error.message}`, { cause: error });
  }
}

/**
 * Compiles a block that needs an execution around it, and makes its scope.
 * @throws an error listing the problems of the configuration
 */
export function prepareBlock(
  type: string,
  config: unknown,
  options: BlockRunOptions = {},
): { readonly compiled: CompiledBlock; readonly scope: Scope } {
  const { outputs = {}, secrets = {}, secretHosts = {}, environment = {}, others = {} } = options;
  const block = blockTypes.get(type);
  if (block === undefined) throw new Error(`no block type ${type}`);
  const names = new Map(
    Object.keys(outputs).map((name) => [normalizeName(name), { id: name, name, outputs: null }]),
  );
  const compiler = createTemplateCompiler(names, new Map());
  const surroundings = surroundingsOf(others, names);
  const compiled = compiledOrTold(() =>
    block.compile(block.config.parse(config), compiler, surroundings),
  );
  if (compiler.problems.length > 0) throw new Error(JSON.stringify(compiler.problems));
  const sentSecret = (name: string): SentSecret => ({
    value: secrets[name] ?? '',
    hosts: secretHosts[name] ?? [],
  });
  const scope: Scope = {
    block: (id, path) => follow(outputs[id], path),
    variable: () => null,
    iteration: () => null,
    environment: (name, path) => follow(environment[name], path),
    secret: (name) => secretForAnyUse(name, sentSecret(name)),
    sentSecret,
    budget: new EvaluationBudget(),
  };
  return { compiled, scope };
}

/** @throws an error listing the problems of the configuration */
export async function runBlock(
  type: string,
  config: unknown,
  options: BlockRunOptions = {},
): Promise<BlockRun> {
  const { compiled, scope } = prepareBlock(type, config, options);
  const { context = {} } = options;
  const failedAttempts: FailedAttempt[] = [];
  if (compiled.role === 'waiting' || compiled.role === 'container')
    throw new Error(`a ${type} needs an execution around it`);
  const signal = new AbortController().signal;
  if (compiled.role === 'computed') {
    const given = { sandbox: context.sandbox ?? noSandbox, signal: context.signal ?? signal };
    return { ...(await compiled.compute(scope, given)), failedAttempts };
  }
  if (compiled.role !== 'effect') return { ...compiled.evaluate(scope), failedAttempts };
  const egress = createEgressClient({ policy: createEgressPolicy({ allow: ['127.0.0.0/8'] }) });
  try {
    const outcome = await compiled.perform(scope, {
      egress,
      sandbox: noSandbox,
      idempotencyKey: 'execution:block:',
      signal,
      now: Date.now,
      random: () => 0.5,
      sleep: (ms, until) => sleep(ms, undefined, { signal: until }).catch(() => undefined),
      earlierAttempts: 0,
      firstStartedAt: Date.now(),
      longestPauseMs: Infinity,
      onAttemptFailed: (attempt) => failedAttempts.push(attempt),
      ...context,
    });
    if ('kind' in outcome) throw new Error('the block asks to be tried again later');
    return { ...outcome, failedAttempts };
  } finally {
    await egress.close();
  }
}
