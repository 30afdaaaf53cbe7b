/** What can be done with a block of the outline: one list for the menu and for the keys. */
import type { Command } from '../../core/edit/command/command.js';
import { bodiesOf } from '../../core/edit/text/bodies.js';
import type { OutlineNode } from '../../core/outline/outline-tree.js';
import { reorderCommand } from '../../core/outline/reorder.js';
import { type DrawnDefinition, isContainer } from '../../core/workflow-graph/workflow-graph.js';
import { outlineText } from '../../text/outline.js';
import { choicesFor, type Deed, type ListKind } from './outline-choices.js';
import type { OutlineRules } from './outline-props.js';

export type ActionId = keyof typeof outlineText.action;

type Step =
  | Deed
  | { readonly kind: 'list'; readonly list: ListKind }
  | { readonly kind: 'rename' }
  | { readonly kind: 'duplicate' };

/** A reason says why not. */
export type Possible = Step | { readonly kind: 'refused'; readonly reason: string };

export interface OutlineState {
  readonly definition: DrawnDefinition;
  readonly rules: OutlineRules;
  readonly tree: readonly OutlineNode[];
}

const { reason: reasons } = outlineText;
const refused = (reason: string): Possible => ({ kind: 'refused', reason });
const doing = (command: Command): Possible => ({ kind: 'command', command });

/** A list of one is not asked for. */
function listed(state: OutlineState, block: string, list: ListKind, none: string): Possible {
  const choices = choicesFor(state.definition, state.rules, block, list).flatMap(
    (group) => group.choices,
  );
  const [first, second] = choices;
  if (first === undefined) return refused(none);
  const isAlone = second === undefined && first.refusal === null;
  return isAlone && (list === 'add' || list === 'insert') ? first.deed : { kind: 'list', list };
}

function addStep(state: OutlineState, block: string): Possible {
  const ports = state.rules.portsOf(block);
  // What goes wrong is rarely meant: the list behind `Connect to` has it.
  const usual = ports.filter((port) => port !== 'error');
  const [port, second] = usual;
  if (port !== undefined && second === undefined)
    return { kind: 'add', place: { kind: 'after', from: block, port, isBranch: false } };
  return listed(state, block, 'add', reasons.noPorts);
}

function moveStep(state: OutlineState, block: string): Possible {
  const { blocks } = state.definition;
  if (!blocks.some((one) => isContainer(one) && one.id !== block)) return refused(reasons.noBodies);
  return listed(state, block, 'moveIn', reasons.noBodies);
}

function moveOutStep({ definition, rules }: OutlineState, block: string): Possible {
  const around = bodiesOf(definition).around.get(block) ?? [];
  if (around.length === 0) return refused(reasons.notInside);
  const container = around.at(-2) ?? null;
  const refusal = rules.body(block, container);
  return refusal === null ? doing({ kind: 'moveToBody', block, container }) : refused(refusal);
}

function orderStep({ definition, tree }: OutlineState, block: string, step: 'up' | 'down') {
  const command = reorderCommand(definition, tree, block, step);
  return command === null ? refused(reasons.orderFollows) : doing(command);
}

export function stepOf(state: OutlineState, block: string, action: ActionId): Possible {
  switch (action) {
    case 'add':
      return addStep(state, block);
    case 'insert':
      return listed(state, block, 'insert', reasons.nothingBefore);
    case 'connect':
      return listed(state, block, 'connect', reasons.noPorts);
    case 'reconnect':
      return listed(state, block, 'reconnect', reasons.nothingAfter);
    case 'disconnect':
      return listed(state, block, 'disconnect', reasons.noEdges);
    case 'moveIn':
      return moveStep(state, block);
    case 'moveOut':
      return moveOutStep(state, block);
    case 'up':
    case 'down':
      return orderStep(state, block, action);
    case 'rename':
      return { kind: 'rename' };
    case 'duplicate':
      return { kind: 'duplicate' };
    case 'remove':
      return doing({ kind: 'removeBlock', block });
  }
}

interface Press {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

const plainKeys: Readonly<Record<string, ActionId>> = {
  a: 'add',
  i: 'insert',
  c: 'connect',
  r: 'reconnect',
  d: 'disconnect',
  m: 'moveIn',
  F2: 'rename',
  Delete: 'remove',
  Backspace: 'remove',
};

export function actionOfKey({ key, altKey, ctrlKey, metaKey }: Press): ActionId | null {
  const hasMod = ctrlKey || metaKey;
  if (hasMod) return key.toLowerCase() === 'd' && !altKey ? 'duplicate' : null;
  if (altKey) return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : null;
  return Object.hasOwn(plainKeys, key) ? (plainKeys[key] ?? null) : null;
}
