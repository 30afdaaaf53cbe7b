/** `push` and `deploy`: a file becomes the draft of the workflow of its name, then a version. */
import { ApiRefusal, type WorkflowAnswer, type WorkflowVersionAnswer } from '@libs/client';
import { UsageError, wholeNumber } from './arguments.js';
import { type Command, tell, textOf } from './command.js';
import { workflowNamed } from './find-workflow.js';
import { problemLine, type ToldProblem, toldProblems } from './problem-lines.js';
import { putServerTests } from './server-tests.js';
import { WorkflowFileError } from './file-text.js';
import { readWorkflowFile, type WorkflowFile } from './workflow-file.js';

interface PushedFile {
  readonly workflowId: string;
  /** Null from a server that does not count revisions. */
  readonly revision: number | null;
  /** Null without a webhook trigger. */
  readonly triggerUrl: string | null;
  readonly problems: readonly ToldProblem[];
}

interface PushOptions {
  readonly allowsProblems: boolean;
  /** Null: whatever the revision is. */
  readonly revision: number | null;
}

/** The server has each test in an object, beside its id. */
const inFile = (problem: ToldProblem): ToldProblem => ({
  ...problem,
  ...(problem.field != null && { field: problem.field.replace(/^(tests\[\d+\])\.test/, '$1') }),
});

/** A refusal of the definition or of a test becomes lines with places in the file. */
async function placed<T>(file: WorkflowFile, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const problems =
      error instanceof ApiRefusal && error.status === 422 ? toldProblems(error.body.details) : [];
    if (problems.length === 0) throw error;
    throw new WorkflowFileError(problems.map((problem) => problemLine(file, inFile(problem))));
  }
}

type Saved = WorkflowAnswer & {
  readonly revision?: number;
  readonly problems?: readonly ToldProblem[];
  readonly warnings?: readonly ToldProblem[];
};

/**
 * What the file does not say stays as it is on the server. The definition comes first: tests name
 * its blocks.
 * @throws WorkflowFileError for what the server refuses in the definition or in the tests
 */
async function saved(command: Command, file: WorkflowFile, options: PushOptions): Promise<Saved> {
  const server = await command.server();
  const before = await workflowNamed(server, file.name);
  if (before === null && options.revision !== null)
    throw new UsageError('--revision is for a workflow that the server has; it has none yet');
  const body = {
    name: file.name,
    description: file.description ?? before?.description ?? null,
    folderId: file.folderId ?? before?.folderId ?? null,
    definition: file.definition,
  };
  const [method, path] =
    before === null ? ['POST', '/workflows'] : ['PUT', `/workflows/${before.id}`];
  const call = server.call<Saved>(method, path, {
    body,
    ...(options.allowsProblems && { query: { allowProblems: 'true' } }),
    ...(options.revision !== null && { headers: { 'if-match': `"${options.revision}"` } }),
  });
  const answer = await placed(file, call);
  if (file.tests !== null) await savedTests(command, file, answer.data.id, file.tests);
  return answer;
}

async function savedTests(
  command: Command,
  file: WorkflowFile,
  workflowId: string,
  tests: readonly unknown[],
): Promise<void> {
  const isKept = await placed(file, putServerTests(await command.server(), workflowId, tests));
  if (!isKept) command.note(`${file.path}: the server keeps no tests: they stay in the file only`);
}

const noteWarnings = (file: WorkflowFile, { warnings = [] }: Saved, command: Command): void => {
  for (const warning of warnings)
    command.note(problemLine(file, { ...warning, message: `warning: ${warning.message}` }));
};

/** `problems` and `revision` stand beside or inside `data`. */
function pushedOf(answer: Saved): PushedFile {
  const { data } = answer;
  const revision = answer.revision ?? data['revision'];
  const problems = answer.problems ?? toldProblems(data['problems']);
  return {
    workflowId: data.id,
    revision: typeof revision === 'number' ? revision : null,
    triggerUrl: data.triggerUrl ?? null,
    problems,
  };
}

const revisionOf = ({ values }: Command): number | null => {
  const text = textOf(values, 'revision');
  return text === undefined ? null : wholeNumber(text, '--revision');
};

export async function pushFile(command: Command): Promise<boolean> {
  const file = await readWorkflowFile(command.operands[0] ?? '');
  const allowsProblems = command.values['allow-problems'] === true;
  const options = { allowsProblems, revision: revisionOf(command) };
  const answer = await saved(command, file, options);
  noteWarnings(file, answer, command);
  const pushed = pushedOf(answer);
  for (const problem of pushed.problems) command.note(problemLine(file, problem));
  tell(command, pushed, (one) => [JSON.stringify({ ...one, problems: one.problems.length })]);
  return true;
}

export interface DeployedFile {
  readonly workflowId: string;
  readonly version: number;
  /** Null without a webhook trigger. */
  readonly triggerUrl: string | null;
}

/** @returns the workflow, pushed and, unless only the draft is wanted, deployed */
export async function deployedFile(
  command: Command,
  file: WorkflowFile,
  isDraft: boolean,
): Promise<DeployedFile | PushedFile> {
  const options = { allowsProblems: isDraft, revision: revisionOf(command) };
  const answer = await saved(command, file, options);
  noteWarnings(file, answer, command);
  const pushed = pushedOf(answer);
  if (isDraft) return pushed;
  const { workflowId, triggerUrl } = pushed;
  const note = textOf(command.values, 'note');
  const server = await command.server();
  const deploy = server.call<WorkflowVersionAnswer>('POST', `/workflows/${workflowId}/deploy`, {
    ...(note !== undefined && { body: { note } }),
  });
  const { version } = (await placed(file, deploy)).data;
  return { workflowId, version, triggerUrl };
}

export async function deployFile(command: Command): Promise<boolean> {
  const file = await readWorkflowFile(command.operands[0] ?? '');
  command.say(JSON.stringify(await deployedFile(command, file, false)));
  return true;
}
