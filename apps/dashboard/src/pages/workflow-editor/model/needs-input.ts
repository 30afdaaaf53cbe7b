/** Whether a run of the draft is given an input: a block reads what its trigger received. Pure. */
import { referrersOf } from '../../../core/edit/references/referrers.js';
import { readDefinition } from '../../../core/edit/text/read-definition.js';
import type { WorkflowText } from '../../../core/edit/text/workflow-text.js';

/** They make their own. */
const ownInput: ReadonlySet<string> = new Set(['manual', 'schedule']);
const calledBy: ReadonlySet<string> = new Set(['webhook', 'api_trigger', 'chat']);

export function needsInput(document: WorkflowText): boolean {
  const { blocks } = readDefinition(document);
  if (blocks.some(({ type }) => ownInput.has(type))) return false;
  const triggers = blocks.filter(({ type }) => calledBy.has(type)).map(({ id }) => id);
  return referrersOf(document, triggers).length > 0;
}
