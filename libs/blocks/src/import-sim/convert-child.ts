/** Sim's workflow blocks: a child run. Only the author knows which workflow here it should run. */
import { placeholder, type ConvertedBlock } from './converted-block.js';
import { jsonOf, textOf, type Values } from './sim-workflow.js';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function convertChild(value: Values, type: string, name: string): ConvertedBlock {
  const workflowId = textOf(value('workflowId') ?? value('manualWorkflowId'));
  if (!uuid.test(workflowId)) {
    const why =
      workflowId === ''
        ? 'It names no workflow'
        : 'The id of its workflow is a reference; enter the id';
    return placeholder(type, name, why);
  }
  const mapping = jsonOf(value('inputMapping'));
  const input = mapping ?? (value('input') === undefined ? {} : { input: value('input') });
  return {
    type: 'workflow',
    config: { workflowId, input },
    notes: [
      `It runs the workflow ${workflowId} of Sim. Import that workflow too, and enter its id here`,
    ],
    outputs: { result: 'output', response: 'output' },
  };
}
