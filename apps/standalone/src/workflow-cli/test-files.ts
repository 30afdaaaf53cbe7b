/** `test`: runs the tests of workflow files in this process. */
import { checkDefinition, compileWorkflow, type CompiledWorkflow } from '@libs/blocks';
import { createSandbox, type Sandbox } from '@libs/sandbox';
import {
  readTests,
  runTest,
  TestSetupError,
  type Unmet,
  unmetOf,
  type WorkflowTest,
} from '@libs/workflow-test';
import { plain, quoted, shown } from '../terminal/quoted.js';
import { type Command, textOf } from './command.js';
import { problemLine } from './problem-lines.js';
import { pathOf } from './source-places.js';
import { WorkflowFileError } from './file-text.js';
import { readWorkflowFile, type WorkflowFile } from './workflow-file.js';

interface TestedFile {
  readonly file: WorkflowFile;
  readonly workflow: CompiledWorkflow;
  readonly tests: readonly WorkflowTest[];
}

/** @throws WorkflowFileError for problems of the definition or of the tests */
async function readTested(path: string): Promise<TestedFile> {
  const file = await readWorkflowFile(path);
  const checked = checkDefinition(file.definition);
  const definition = checked.ok ? checked.definition : null;
  const { tests, problems } = readTests(file.tests ?? [], definition);
  const all = [...(checked.ok ? [] : checked.problems), ...problems];
  if (definition === null || all.length > 0)
    throw new WorkflowFileError(all.map((problem) => problemLine(file, problem)));
  return { file, workflow: compileWorkflow(definition).workflow, tests };
}

interface TestResult {
  readonly unmet: readonly Unmet[];
  /** Why it could not run to its end. */
  readonly problem: string | null;
}

async function resultOf(
  workflow: CompiledWorkflow,
  test: WorkflowTest,
  sandbox: Sandbox,
): Promise<TestResult> {
  try {
    return { unmet: unmetOf(test.expect, await runTest(workflow, test, sandbox)), problem: null };
  } catch (error) {
    if (!(error instanceof TestSetupError)) throw error;
    return { unmet: [], problem: error.message };
  }
}

const maxShown = 500;

function short(value: unknown): string {
  const text = shown(value);
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`;
}

/** Each begins with the place in the file that has to be looked at. */
function failureLines(file: WorkflowFile, at: number, { unmet, problem }: TestResult): string[] {
  const placed = (field: string, message: string): string => {
    const { line, column } = file.places.of(pathOf(`tests[${at}]${field}`));
    return plain(`        ${file.path}:${line}:${column}: ${message}`);
  };
  return [
    ...(problem === null ? [] : [placed('', problem)]),
    ...unmet.map(({ field, expected, got }) =>
      placed(`.expect.${field}`, `${field}: expected ${short(expected)}, got ${short(got)}`),
    ),
  ];
}

interface Count {
  ran: number;
  failed: number;
}

async function testFile(
  command: Command,
  path: string,
  sandbox: Sandbox,
  count: Count,
): Promise<void> {
  const { file, workflow, tests } = await readTested(path);
  const only = textOf(command.values, 'only');
  for (const [at, test] of tests.entries()) {
    if (only !== undefined && !test.name.includes(only)) continue;
    const result = await resultOf(workflow, test, sandbox);
    const isMet = result.problem === null && result.unmet.length === 0;
    count.ran += 1;
    if (!isMet) count.failed += 1;
    if (command.values['json'] === true) {
      command.say(JSON.stringify({ file: path, name: test.name, ok: isMet, ...result }));
      continue;
    }
    command.say(`${isMet ? 'ok    ' : 'FAILED'}  ${path}: ${quoted(test.name)}`);
    for (const line of failureLines(file, at, result)) command.say(line);
  }
}

/** @returns whether there were tests, and all passed */
export async function testFiles(command: Command): Promise<boolean> {
  const sandbox = createSandbox({ maxThreads: 1 });
  const count: Count = { ran: 0, failed: 0 };
  let isReadable = true;
  try {
    for (const path of command.operands) {
      try {
        await testFile(command, path, sandbox, count);
      } catch (error) {
        if (!(error instanceof WorkflowFileError)) throw error;
        for (const line of error.lines) command.note(line);
        isReadable = false;
      }
    }
  } finally {
    await sandbox.close();
  }
  const { ran, failed } = count;
  if (command.values['json'] !== true) command.say(`${ran} tests, ${failed} failed`);
  if (ran === 0 && isReadable)
    command.note('No test ran: give the file a list "tests" beside its "definition"');
  return isReadable && ran > 0 && failed === 0;
}
