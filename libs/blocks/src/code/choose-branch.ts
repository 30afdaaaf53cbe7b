/**
 * Ordered expressions of which the first true one wins: shared by `condition` and `router`. Plain
 * expressions run in place, in microseconds. One that is not plain sends all of the block's
 * expressions to the sandbox, in one job.
 */
import {
  compileExpression,
  NotPlainError,
  type Scope,
  type TemplateCompiler,
} from '@libs/workflow';
import { z } from 'zod';
import type { BlockOutcome, CompiledBlock, ComputedBlock } from '../block.js';
import {
  bound,
  compileExpressionCode,
  createCodeReferences,
  sandboxLimits,
} from './code-template.js';

export interface Branch {
  readonly port: string;
  /** Without it the branch is always taken. */
  readonly expression?: string | undefined;
}

/** A configured port's name; not one that the engine uses itself. */
export const portName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -')
  .refine((port) => port !== 'error', '"error" is taken');

export function refuseRepeatedPorts(
  branches: readonly { readonly port: string }[],
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>();
  for (const [index, { port }] of branches.entries()) {
    if (seen.has(port)) {
      const message = `the port "${port}" exists twice; rename one`;
      context.addIssue({ code: 'custom', path: [index, 'port'], message });
    }
    seen.add(port);
  }
}

type Finish = (scope: Scope, taken: number) => BlockOutcome;

/** @returns null when an expression is not plain */
function plainTests(
  branches: readonly Branch[],
  compiler: TemplateCompiler,
  pathOf: (index: number) => string,
): ((scope: Scope) => unknown)[] | null {
  try {
    return branches.map(({ expression }, index) => {
      if (expression === undefined) return () => true;
      return compileExpression(expression, compiler, `.${pathOf(index)}`);
    });
  } catch (error) {
    if (error instanceof NotPlainError) return null;
    throw error;
  }
}

function inSandbox(
  branches: readonly Branch[],
  compiler: TemplateCompiler,
  pathOf: (index: number) => string,
): (...given: Parameters<ComputedBlock['compute']>) => Promise<number | BlockOutcome> {
  const references = createCodeReferences(compiler);
  const tests = branches.map(({ expression }, index) =>
    expression === undefined
      ? '() => true'
      : `async () => (\n${compileExpressionCode(expression, references, `.${pathOf(index)}`)}\n)`,
  );
  const code = `const tests = [${tests.join(',')}];
for (let i = 0; i < tests.length; i += 1) if (await tests[i]()) return i;
return -1;`;
  const { parameters, argumentsText } = bound(references);
  return async (scope, { sandbox, signal }) => {
    const job = { code, parameters, argumentsText: argumentsText(scope), ...sandboxLimits };
    const result = await sandbox.run(job, signal);
    if (result.ok) return JSON.parse(result.valueText) as number;
    const error = { code: result.code, message: result.message };
    return { input: null, output: null, ports: [], error, tolerable: false, attempts: 1 };
  };
}

/**
 * @param pathOf position of a branch's expression in the configuration, for messages
 * @param finish makes the outcome from the index of the taken branch, -1 for none
 */
export function compileBranches(
  branches: readonly Branch[],
  compiler: TemplateCompiler,
  pathOf: (index: number) => string,
  finish: Finish,
): CompiledBlock {
  for (const { expression = '' } of branches) compiler.countExpression(expression.length);
  const tests = plainTests(branches, compiler, pathOf);
  if (tests !== null) {
    return {
      role: 'pure',
      evaluate: (scope) =>
        finish(
          scope,
          tests.findIndex((test) => Boolean(test(scope))),
        ),
    };
  }
  const choose = inSandbox(branches, compiler, pathOf);
  return {
    role: 'computed',
    compute: async (scope, context) => {
      const taken = await choose(scope, context);
      return typeof taken === 'number' ? finish(scope, taken) : taken;
    },
  };
}
