/** Applies one command to a definition. Pure: the same text and command give the same text. */
import { type Applied, applyPatches } from '../patch/apply-patches.js';
import type { Patch } from '../patch/patch.js';
import { isRefusal, type Refusal } from '../patch/refusal.js';
import type { WorkflowText } from '../text/workflow-text.js';
import { planAddBlock } from './add-block.js';
import type { Command } from './command.js';
import { planAddEdge, planReconnectEdge, planRemoveEdge } from './edges.js';
import { planInsertItem, planMoveItem } from './list-items.js';
import { planMoveBlock } from './move-block.js';
import { commandsToMove } from './move-to-body.js';
import { planRemoveBlock } from './remove-block.js';
import { planRemoveField } from './remove-field.js';
import { planRenameBlock } from './rename-block.js';
import { planRenameField } from './rename-field.js';
import { planSetField } from './set-field.js';

type SingleCommand = Exclude<Command, { kind: 'gesture' | 'moveToBody' }>;

function planOf(document: WorkflowText, command: SingleCommand): readonly Patch[] | Refusal {
  switch (command.kind) {
    case 'setField':
      return planSetField(document, command);
    case 'removeField':
      return planRemoveField(document, command);
    case 'renameField':
      return planRenameField(document, command);
    case 'insertItem':
      return planInsertItem(document, command);
    case 'moveItem':
      return planMoveItem(document, command);
    case 'addBlock':
      return planAddBlock(document, command);
    case 'removeBlock':
      return planRemoveBlock(document, command);
    case 'moveBlock':
      return planMoveBlock(document, command);
    case 'renameBlock':
      return planRenameBlock(document, command);
    case 'addEdge':
      return planAddEdge(document, command);
    case 'removeEdge':
      return planRemoveEdge(document, command);
    case 'reconnectEdge':
      return planReconnectEdge(document, command);
    case 'replaceText':
      return [{ op: 'text', text: command.text }];
    case 'applyPatches':
      return command.patches;
  }
}

function applyAll(document: WorkflowText, commands: readonly Command[]): Applied | Refusal {
  let current: Applied = { kind: 'applied', document, inverse: [] };
  for (const command of commands) {
    const next = applyCommand(current.document, command);
    if (isRefusal(next)) return next;
    current = { ...next, inverse: [...next.inverse, ...current.inverse] };
  }
  return current;
}

export function applyCommand(document: WorkflowText, command: Command): Applied | Refusal {
  if (command.kind === 'gesture') return applyAll(document, command.commands);
  if (command.kind === 'moveToBody') {
    const commands = commandsToMove(document, command);
    return isRefusal(commands) ? commands : applyAll(document, commands);
  }
  const plan = planOf(document, command);
  return isRefusal(plan) ? plan : applyPatches(document, plan);
}
