/** A configuration after edits, by the commands that the editor makes of them. */
import { applyCommand } from '../../edit/command/apply-command.js';
import { isRefusal } from '../../edit/patch/refusal.js';
import { WorkflowText } from '../../edit/text/workflow-text.js';
import { commandFor, type FormEdit } from '../form-edit.js';

export function applied(config: object, edits: readonly FormEdit[]): object {
  const block = { id: 'a', type: 'x', name: 'a', config };
  const document = WorkflowText.read(JSON.stringify({ blocks: [block], edges: [] }));
  if (document === null || edits.length === 0) return config;
  const result = applyCommand(document, commandFor('a', edits));
  if (isRefusal(result)) throw new Error(result.reason);
  const { blocks } = JSON.parse(result.document.text) as { blocks: { config: object }[] };
  return blocks[0]?.config ?? {};
}
