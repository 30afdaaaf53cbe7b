/** `diff`: what a file would change on the server. */
import { checkDefinition } from '@libs/blocks';
import { quoted } from '../terminal/quoted.js';
import { type Command, tell, textOf } from './command.js';
import { definitionDiff, type DiffedDefinition } from './definition-diff.js';
import { workflowNamed } from './find-workflow.js';
import { serverDefinition } from './server-definition.js';
import { readWorkflowFile } from './workflow-file.js';

/** The server stores a valid definition with its defaults. */
function normalized(definition: unknown): DiffedDefinition {
  const checked = checkDefinition(definition);
  return checked.ok ? checked.definition : (definition as DiffedDefinition);
}

/** @returns whether the file changes nothing */
export async function diffFile(command: Command): Promise<boolean> {
  const { name, definition, path } = await readWorkflowFile(command.operands[0] ?? '');
  const server = await command.server();
  const workflow = await workflowNamed(server, name);
  const known =
    workflow === null
      ? { label: 'nothing', definition: {} }
      : await serverDefinition(server, workflow, textOf(command.values, 'version'));
  const lines = definitionDiff(normalized(known.definition), normalized(definition));
  if (workflow === null) command.note(`The server has no workflow named ${quoted(name)} yet`);
  tell(command, { comparedWith: known.label, lines }, () =>
    lines.length === 0
      ? [`${path} is like ${known.label}`]
      : [`from ${known.label} to ${path}:`, ...lines],
  );
  return lines.length === 0;
}
