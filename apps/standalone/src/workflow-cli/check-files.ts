/** `check`: every problem of workflow files, with its place. */
import { checkDefinition } from '@libs/blocks';
import type { Command } from './command.js';
import { problemLine, type ToldProblem } from './problem-lines.js';
import type { Server } from './server.js';
import { testProblems } from './test-problems.js';
import { WorkflowFileError } from './file-text.js';
import { readWorkflowFile, type WorkflowFile } from './workflow-file.js';

interface FileCheck {
  readonly problems: readonly ToldProblem[];
  /** Legal, and surely not meant. */
  readonly warnings: readonly ToldProblem[];
}

function checkedHere({ definition }: WorkflowFile): FileCheck {
  const checked = checkDefinition(definition);
  const { warnings = [] } = checked as { readonly warnings?: readonly ToldProblem[] };
  return { problems: checked.ok ? [] : checked.problems, warnings };
}

async function checkedThere(server: Server, { definition }: WorkflowFile): Promise<FileCheck> {
  const { data } = await server.call<{ data: Partial<FileCheck> }>('POST', '/workflows/check', {
    body: { definition },
  });
  return { problems: data.problems ?? [], warnings: data.warnings ?? [] };
}

async function checkFile(command: Command, path: string): Promise<boolean> {
  const file = await readWorkflowFile(path);
  const isOnline = command.values['online'] === true;
  const { problems, warnings } = isOnline
    ? await checkedThere(await command.server(), file)
    : checkedHere(file);
  const ofTests = testProblems(file);
  const isValid = problems.length === 0 && ofTests.length === 0;
  if (command.values['json'] === true) {
    command.say(
      JSON.stringify({ file: path, ok: isValid, problems: [...problems, ...ofTests], warnings }),
    );
    return isValid;
  }
  for (const problem of [...problems, ...ofTests]) command.note(problemLine(file, problem));
  for (const warning of warnings)
    command.note(problemLine(file, { ...warning, message: `warning: ${warning.message}` }));
  if (isValid) command.say(`${path}: "${file.name}" is valid`);
  return isValid;
}

/** Goes on after a file with problems, so that one run shows those of all. */
export async function checkFiles(command: Command): Promise<boolean> {
  let isValid = true;
  for (const path of command.operands) {
    try {
      isValid = (await checkFile(command, path)) && isValid;
    } catch (error) {
      if (!(error instanceof WorkflowFileError)) throw error;
      for (const line of error.lines) command.note(line);
      isValid = false;
    }
  }
  return isValid;
}
