/**
 * Reads a block that can't be compiled, so that a check finds the problems behind its first one:
 * references anywhere in its configuration, and each code field on its own.
 */
import {
  compileExpression,
  ExpressionError,
  NotPlainError,
  type BlockDefinition,
  type TemplateCompiler,
  WorkflowTooLargeError,
} from '@libs/workflow';
import type { CodeKind } from './block.js';
import { compileBranches } from './code/choose-branch.js';
import { compileCode } from './code/code-template.js';
import type { CompileProblem } from './compile-problem.js';
import { textsAt } from './config-path.js';
import { blockTypes } from './registry.js';

type LooseProblem = Omit<CompileProblem, 'blockId'>;

function readCode(kind: CodeKind, text: string, compiler: TemplateCompiler, path: string): void {
  if (kind === 'body') compileCode(text, compiler, path);
  else if (kind === 'plain expression') compileExpression(text, compiler, path);
  else {
    const branches = [{ port: 'out', expression: text }];
    compileBranches(
      branches,
      compiler,
      () => path.slice(1),
      () => {
        throw new Error('only read, never run');
      },
    );
  }
}

/** @param compiler with limits of its own: the block is read a second time */
export function looseProblems(
  { type, config }: BlockDefinition,
  compiler: TemplateCompiler,
): LooseProblem[] {
  const problems: LooseProblem[] = [];
  const attempt = (read: () => void): void => {
    try {
      read();
    } catch (error) {
      if (error instanceof ExpressionError) {
        const { path, message, place } = error;
        problems.push({ code: 'INVALID_CONFIG', path, message, place });
        // Whoever exceeds a limit is told so by the compilation, or once the rest is right.
      } else if (!(error instanceof WorkflowTooLargeError || error instanceof NotPlainError))
        throw error;
    }
  };
  attempt(() => compiler.value(config, ''));
  for (const [at, kind] of Object.entries(blockTypes.get(type)?.code ?? {}))
    for (const { path, text } of textsAt(config, at))
      attempt(() => readCode(kind, text, compiler, path));
  const references = new Map(compiler.problems.map((one) => [one.path + one.message, one]));
  return [
    ...problems,
    ...Array.from(references.values(), (one) => ({ ...one, code: 'UNKNOWN_REFERENCE' as const })),
  ];
}
