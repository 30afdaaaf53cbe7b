/** A definition as the server has it: the draft, the deployed version, or any version. */
import type { WorkflowAnswer, WorkflowVersionAnswer } from '@libs/client';
import { UsageError, wholeNumber } from './arguments.js';
import type { FoundWorkflow } from './find-workflow.js';
import type { Server } from './server.js';

export interface ServerDefinition {
  /** For people: "the draft", "version 3". */
  readonly label: string;
  readonly definition: unknown;
}

/**
 * @param which `draft`, `deployed` or the number of a version
 * @throws UsageError
 */
export async function serverDefinition(
  server: Server,
  { id, name, deployedVersion }: FoundWorkflow,
  which = 'draft',
): Promise<ServerDefinition> {
  if (which === 'draft') {
    const { data } = await server.call<WorkflowAnswer>('GET', `/workflows/${id}`);
    return { label: 'the draft', definition: data.definition };
  }
  if (which === 'deployed' && deployedVersion === null)
    throw new UsageError(`"${name}" is not deployed: compare with --version draft`);
  const version = which === 'deployed' ? deployedVersion : wholeNumber(which, '--version');
  const path = `/workflows/${id}/versions/${version ?? 0}`;
  const { data } = await server.call<WorkflowVersionAnswer>('GET', path);
  return { label: `version ${data.version}`, definition: data.definition };
}
