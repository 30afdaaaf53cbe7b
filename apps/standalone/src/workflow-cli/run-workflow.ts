/** `run`: executes a workflow or its draft, and prints the result. */
import type { ExecutionResult } from '@libs/client';
import { UsageError, type Values } from './arguments.js';
import { type Command, textOf } from './command.js';
import { findWorkflow } from './find-workflow.js';
import { deployedFile } from './push-file.js';
import { runMs } from './server.js';
import { parsedText, readText } from './file-text.js';
import { isFileName, readWorkflowFile } from './workflow-file.js';

const ofDrafts = ['to', 'only', 'pinned', 'webhooks'];

/** @throws UsageError, or WorkflowFileError for a file that is no JSON */
async function jsonOption(values: Values, name: string): Promise<unknown> {
  const text = textOf(values, name);
  if (text === undefined) return undefined;
  if (text.startsWith('@')) return parsedText(await readText(text.slice(1)), text.slice(1));
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UsageError(
      `--${name} is not JSON (${(error as Error).message}): write it like '{"order":7}', or name a file with @`,
    );
  }
}

async function workflowIdOf(command: Command, isDraft: boolean): Promise<string> {
  const [asked = ''] = command.operands;
  if (!isFileName(asked)) return (await findWorkflow(await command.server(), asked)).id;
  const file = await readWorkflowFile(asked);
  return (await deployedFile(command, file, isDraft)).workflowId;
}

/** The body of a draft's run; undefined parts are left out. */
async function draftRun(values: Values, input: unknown): Promise<object> {
  const pinned = await jsonOption(values, 'pinned');
  const [toBlockId, onlyBlockId] = [textOf(values, 'to'), textOf(values, 'only')];
  return { input, pinned, toBlockId, onlyBlockId, webhooks: values['webhooks'] };
}

/** @returns false when the run failed */
export async function runWorkflow(command: Command): Promise<boolean> {
  const { values } = command;
  const isDraft = values['draft'] === true;
  const misplaced = ofDrafts.find((name) => !isDraft && values[name] !== undefined);
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} needs --draft`);
  // Read before anything is deployed.
  const input = (await jsonOption(values, 'input')) ?? {};
  const body = isDraft ? await draftRun(values, input) : input;
  const id = await workflowIdOf(command, isDraft);
  const server = await command.server();
  const { data } = await server.call<ExecutionResult>('POST', `/workflows/${id}/execute`, {
    body,
    ...(isDraft && { headers: { 'x-draft': 'true' } }),
    timeoutMs: runMs,
  });
  command.say(JSON.stringify(data, null, 2));
  return data.status === 'success';
}
