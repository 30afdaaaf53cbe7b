/** Problems of the tests of a file. */
import { checkDefinition } from '@libs/blocks';
import { readTests } from '@libs/workflow-test';
import type { ToldProblem } from './problem-lines.js';
import type { WorkflowFile } from './workflow-file.js';

export function testProblems({ definition, tests }: WorkflowFile): readonly ToldProblem[] {
  const checked = checkDefinition(definition);
  return readTests(tests ?? [], checked.ok ? checked.definition : null).problems;
}
