/**
 * Tools of an agent: HTTP request blocks of the same workflow. The model supplies the arguments,
 * which the block reads as `<tool.name>`. Retries, egress policy and secrets are those of the
 * block. Every call is recorded.
 */
import { didYouMean, EvaluationBudget, ExpressionError, follow, type Scope } from '@libs/workflow';
import {
  toolArgumentsId,
  type EffectBlock,
  type EffectContext,
  type Surroundings,
} from '../block.js';
import type { AgentConfig } from './agent.config.js';

export interface ToolCall {
  readonly name: string;
  /** Name of the HTTP request block; null for a tool that the model invented. */
  readonly block: string | null;
  readonly arguments: unknown;
  /** The round of the conversation in which the model asked for it, from 1. */
  readonly round: number;
  readonly status: number | null;
  /** The result as the model got it, cut when it was long. */
  readonly result: unknown;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly durationMs: number;
}

export interface AgentTool {
  readonly name: string;
  readonly block: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  compiled(): EffectBlock;
}

/** Most characters of JSON that a model gets of one result: a page of data, not a database. */
const longestResult = 50_000;

/** Providers allow only letters, digits, _ and - in names. */
const toolName = (block: string): string =>
  block
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .slice(0, 64);

/** @throws ExpressionError naming a tool that is missing, repeated, or not an HTTP request block */
export function compileTools(
  tools: AgentConfig['tools'],
  surroundings: Surroundings,
): readonly AgentTool[] {
  const names = new Set<string>();
  return tools.map(({ block: asked, description, parameters }, index) => {
    const found = surroundings.block(asked);
    const path = `.tools[${index}].block`;
    if (found === null) {
      const near = didYouMean(surroundings.nearest(asked));
      throw new ExpressionError(`there is no block named "${asked}"${near}`, path);
    }
    const { definition } = found;
    if (definition.type !== 'api')
      throw new ExpressionError(`"${asked}" is not an HTTP request block (api)`, path);
    const name = toolName(definition.name);
    if (names.has(name)) throw new ExpressionError(`"${asked}" is already a tool`, path);
    names.add(name);
    const compiled = (): EffectBlock => found.compiled() as EffectBlock;
    return { name, block: definition.name, description, parameters, compiled };
  });
}

function withArguments(scope: Scope, args: unknown): Scope {
  return {
    block: (id, path) => (id === toolArgumentsId ? follow(args, path) : scope.block(id, path)),
    variable: (name, path) => scope.variable(name, path),
    iteration: (kind, path) => scope.iteration(kind, path),
    environment: (name, path) => scope.environment(name, path),
    secret: (name) => scope.secret(name),
    sentSecret: (name) => scope.sentSecret(name),
    // Each call is an evaluation of its own.
    budget: new EvaluationBudget(),
  };
}

/** The beginning of an oversized value, as text: half a JSON value is not JSON. */
function bounded(value: unknown): unknown {
  const text = JSON.stringify(value ?? null);
  return text.length <= longestResult ? value : `${text.slice(0, longestResult)}… (cut)`;
}

interface ApiResult {
  readonly data: unknown;
  readonly status: number | null;
  readonly error: ToolCall['error'];
}

const failedResult = (thrown: unknown): ApiResult => ({
  data: null,
  status: null,
  error: { code: 'TOOL_FAILED', message: thrown instanceof Error ? thrown.message : 'It failed' },
});

/** A tool never throws: the model must read what went wrong. */
export async function callTool(
  tool: AgentTool,
  args: unknown,
  place: { readonly round: number; readonly callNumber: number },
  scope: Scope,
  context: EffectContext,
): Promise<ToolCall> {
  const startedAt = context.now();
  const { onOutputText: _, ...rest } = context;
  const idempotencyKey = `${context.idempotencyKey}:tool:${place.callNumber}`;
  const { data, status, error } = await tool
    .compiled()
    .perform(withArguments(scope, args), {
      ...rest,
      idempotencyKey,
      earlierAttempts: 0,
      firstStartedAt: startedAt,
      // A conversation can't be left in the middle, so the tool sleeps through its pauses.
      longestPauseMs: Infinity,
    })
    .then(
      (outcome) => ('kind' in outcome ? null : outcome.output) as ApiResult,
      (thrown: unknown) => failedResult(thrown),
    );
  return {
    name: tool.name,
    block: tool.block,
    arguments: args,
    round: place.round,
    status,
    result: bounded(data),
    error: error && { code: error.code, message: error.message },
    durationMs: Math.round(context.now() - startedAt),
  };
}
