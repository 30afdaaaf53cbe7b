/** Carries out one command of `npm run workflow`. */
import { ApiRefusal } from '@libs/client';
import { plain } from '../terminal/quoted.js';
import { type Asked, readArguments, UsageError } from './arguments.js';
import { changeState, deleteWorkflow, rollBack } from './change-workflow.js';
import { checkFiles } from './check-files.js';
import type { Command, Terminal } from './command.js';
import { connectionOf } from './connection.js';
import { diffFile } from './diff-file.js';
import { WorkflowNotFoundError } from './find-workflow.js';
import { helpOf, overview } from './help.js';
import { listVersions, listWorkflows } from './list-workflows.js';
import { pullWorkflow } from './pull-workflow.js';
import { deployFile, pushFile } from './push-file.js';
import { runWorkflow } from './run-workflow.js';
import { NoServerError, openServer, type Server } from './server.js';
import { showLogs } from './show-logs.js';
import { testFiles } from './test-files.js';
import { WorkflowFileError } from './file-text.js';

type Environment = Readonly<Record<string, string | undefined>>;

const exitCodes = { done: 0, notSo: 1, wrongUsage: 2, refused: 3 } as const;

/** @returns false for problems, differences, failed tests or a failed run */
function carriedOut(command: Command): Promise<boolean> {
  switch (command.verb) {
    case 'check':
      return checkFiles(command);
    case 'test':
      return testFiles(command);
    case 'list':
      return listWorkflows(command);
    case 'pull':
      return pullWorkflow(command);
    case 'diff':
      return diffFile(command);
    case 'push':
      return pushFile(command);
    case 'deploy':
      return deployFile(command);
    case 'run':
      return runWorkflow(command);
    case 'logs':
      return showLogs(command);
    case 'versions':
      return listVersions(command);
    case 'rollback':
      return rollBack(command);
    case 'pause':
    case 'resume':
    case 'undeploy':
      return changeState(command, command.verb);
    case 'delete':
      return deleteWorkflow(command);
  }
}

/** Fields of a refusal that say more than its sentence. */
function refusalLines({ status, body, message }: ApiRefusal): string[] {
  const details = body.details ?? (body as { readonly data?: unknown }).data;
  const { revision, updatedAt, updatedBy } = (details ?? body) as Readonly<Record<string, unknown>>;
  const change =
    status === 412 && typeof revision === 'number'
      ? `The draft has revision ${revision} now${typeof updatedAt === 'string' ? `, since ${updatedAt}` : ''}${typeof updatedBy === 'string' ? `, by ${updatedBy}` : ''}: look at it with "diff", then pass --revision ${revision}`
      : null;
  return [`${status} ${body.code}: ${message}`, ...(change === null ? [] : [change])];
}

function told(error: unknown): readonly string[] {
  if (error instanceof WorkflowFileError) return error.lines;
  if (error instanceof ApiRefusal) return refusalLines(error);
  if (error instanceof UsageError)
    return [error.message, '"npm run workflow -- --help" shows the usage'];
  return [error instanceof Error ? error.message : String(error)];
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.wrongUsage;
  const isOfServer = error instanceof ApiRefusal || error instanceof NoServerError;
  return isOfServer || error instanceof WorkflowNotFoundError ? exitCodes.refused : exitCodes.notSo;
}

function commandOf(asked: Asked, env: Environment, terminal: Terminal): Command {
  let server: Promise<Server> | undefined;
  return {
    ...asked,
    ...terminal,
    server: () => (server ??= connectionOf(asked.values, env).then(openServer)),
  };
}

/** @returns exit code */
export async function runCommand(
  args: readonly string[],
  env: Environment,
  terminal: Terminal,
): Promise<number> {
  try {
    const asked = readArguments(args);
    if ('help' in asked) {
      terminal.say(asked.help === null ? overview() : helpOf(asked.help));
      return exitCodes.done;
    }
    const isSo = await carriedOut(commandOf(asked, env, terminal));
    return isSo ? exitCodes.done : exitCodes.notSo;
  } catch (error) {
    for (const line of told(error)) terminal.note(plain(line));
    return exitCodeOf(error);
  }
}
