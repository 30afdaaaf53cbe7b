/** `pause`, `resume`, `undeploy`, `rollback` and `delete`: one call each, and one line. */
import type { WorkflowVersionAnswer } from '@libs/client';
import { quoted } from '../terminal/quoted.js';
import { UsageError, wholeNumber } from './arguments.js';
import { type Command, tell } from './command.js';
import { findWorkflow } from './find-workflow.js';

const told = {
  pause: 'is paused: its triggers answer 503, and its schedule skips',
  resume: 'takes executions again',
  undeploy: 'is out of service: its triggers answer 404',
} as const;

type Change = keyof typeof told;

export async function changeState(command: Command, change: Change): Promise<boolean> {
  const server = await command.server();
  const { id, name } = await findWorkflow(server, command.operands[0] ?? '');
  await server.call('POST', `/workflows/${id}/${change}`);
  tell(command, { workflowId: id, done: change }, () => [`${quoted(name)} ${told[change]}`]);
  return true;
}

export async function rollBack(command: Command): Promise<boolean> {
  const [asked = '', text = ''] = command.operands;
  const version = wholeNumber(text, 'VERSION');
  const server = await command.server();
  const { id, name } = await findWorkflow(server, asked);
  const path = `/workflows/${id}/versions/${version}/deploy`;
  const { data } = await server.call<WorkflowVersionAnswer>('POST', path);
  const done = { workflowId: id, version: data.version };
  tell(command, done, () => [
    `${quoted(name)} runs version ${data.version}; the draft is unchanged`,
  ]);
  return true;
}

export async function deleteWorkflow(command: Command): Promise<boolean> {
  const server = await command.server();
  const { id, name } = await findWorkflow(server, command.operands[0] ?? '');
  if (command.values['yes'] !== true)
    throw new UsageError(`This deletes ${quoted(name)} (${id}) with its versions: add --yes`);
  await server.client.call('deleteWorkflow', { path: { id } });
  tell(command, { workflowId: id, done: 'delete' }, () => [`${quoted(name)} is deleted`]);
  return true;
}
