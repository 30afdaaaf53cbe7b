/** Runs the stored tests of a draft one after the other, in this thread. */
import { checkDefinition, compileWorkflow, type CompiledWorkflow } from '@libs/blocks';
import type { Sandbox } from '@libs/sandbox';
import type { WorkflowDefinition } from '@libs/workflow';
import { TestSetupError } from './mocked-outcome.js';
import { type Difference, shownDifferences } from './shown-differences.js';
import { runTest, type TestLimits } from './test-run.js';
import { pathOf, unmetOf } from './unmet.js';
import { readTests } from './workflow-test.js';

/** A test as it is stored; it may be of an earlier release. */
export interface StoredTest {
  readonly id: string;
  readonly name: string;
  readonly test: unknown;
}

export interface TestResult {
  readonly id: string;
  readonly name: string;
  readonly passed: boolean;
  /** Why it could not run to its end; null when it did. */
  readonly problem: string | null;
  readonly differences: readonly Difference[];
  /** Ids of the blocks that ran, each once, in order; null when it did not run to its end. */
  readonly path: readonly string[] | null;
  readonly durationMs: number;
}

interface Compiled {
  readonly definition: WorkflowDefinition;
  readonly workflow: CompiledWorkflow;
}

/** @returns why no test can run, when the draft is not valid */
function compiledOf(draft: unknown): Compiled | string {
  const checked = checkDefinition(draft);
  if (checked.ok) {
    const { definition } = checked;
    return { definition, workflow: compileWorkflow(definition).workflow };
  }
  const [first] = checked.problems;
  const where = first?.blockId == null ? '' : `block "${first.blockId}", `;
  return `the draft has problems: ${where}${first?.field ?? ''}: ${first?.message ?? ''}`;
}

type Outcome = Pick<TestResult, 'problem' | 'differences' | 'path'>;

const notRun = (problem: string): Outcome => ({ problem, differences: [], path: null });

/** A stored test may name blocks that the draft has no more. */
async function outcomeOf(
  compiled: Compiled | string,
  { test }: StoredTest,
  sandbox: Sandbox,
  limits: TestLimits,
): Promise<Outcome> {
  if (typeof compiled === 'string') return notRun(compiled);
  const { tests, problems } = readTests([test], compiled.definition);
  const [[only], [problem]] = [tests, problems];
  if (problem !== undefined)
    return notRun(`${problem.field.replace(/^tests\[0\]\.?/, '')}: ${problem.message}`);
  if (only === undefined) return notRun('it has no test');
  try {
    const run = await runTest(compiled.workflow, only, sandbox, limits);
    const differences = shownDifferences(unmetOf(only.expect, run));
    return { problem: null, differences, path: pathOf(run) };
  } catch (error) {
    if (!(error instanceof TestSetupError)) throw error;
    return notRun(error.message);
  }
}

export async function* testResults(
  draft: unknown,
  tests: readonly StoredTest[],
  sandbox: Sandbox,
  limits: TestLimits,
): AsyncGenerator<TestResult, void, void> {
  const compiled = compiledOf(draft);
  for (const test of tests) {
    const startedAtMs = performance.now();
    const outcome = await outcomeOf(compiled, test, sandbox, limits);
    const { id, name } = test;
    yield {
      ...{ id, name, ...outcome },
      passed: outcome.problem === null && outcome.differences.length === 0,
      durationMs: Math.round(performance.now() - startedAtMs),
    };
  }
}
