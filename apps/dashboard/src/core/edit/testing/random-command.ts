/** A command that a person could give to this document; some are refused. */
import type { EdgeDefinition } from '@libs/workflow';
import type { Command } from '../command/command.js';
import { kindOfValue, itemsOf, nameOf, type Path, type Step } from '../text/json-value.js';
import { readDefinition } from '../text/read-definition.js';
import { locate, type Target } from '../text/target.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { Chance } from './chance.js';
import { blockText } from './random-definition.js';
import { anyName, layouts, valueText } from './random-text.js';

const blockFields = ['config', 'config', 'config', 'name', 'extra', 'type'];
const ownFields = ['variables', 'variables', 'x-other', 'concurrency'];

const kinds: readonly Command['kind'][] = [
  ...(['setField', 'setField', 'setField', 'removeField', 'renameField'] as const),
  ...(['insertItem', 'moveItem'] as const),
  ...(['addBlock', 'removeBlock', 'moveBlock', 'renameBlock', 'moveToBody'] as const),
  ...(['addEdge', 'addEdge', 'removeEdge', 'reconnectEdge', 'gesture'] as const),
];

function anyStep(document: WorkflowText, target: Target, chance: Chance): Step | null {
  const located = locate(document, target);
  if (located === null || chance.happens(0.15)) return anyName(chance);
  const items = itemsOf(located.value);
  switch (kindOfValue(located.value)) {
    case 'array':
      return chance.below(items.length + 1);
    case 'object':
      return items.length === 0 ? anyName(chance) : nameOf(chance.oneOf(items));
    case 'string':
    case 'number':
    case 'constant':
      return null;
  }
}

function anyTarget(document: WorkflowText, chance: Chance, ids: readonly string[]): Target {
  const block = ids.length > 0 && chance.happens(0.8) ? chance.oneOf(ids) : null;
  let path: Path = [chance.oneOf(block === null ? ownFields : blockFields)];
  while (path.length < 6 && chance.happens(0.65)) {
    const step = anyStep(document, { block, path }, chance);
    if (step === null) break;
    path = [...path, step];
  }
  return { block, path };
}

function anyEdge(chance: Chance, ids: readonly string[]): EdgeDefinition {
  if (ids.length === 0) return { from: 'a', to: 'b' };
  const [from, to] = [chance.oneOf(ids), chance.oneOf(ids)];
  const port = chance.oneOf([null, 'each', 'error']);
  return port === null ? { from, to } : { from, to, port };
}

interface Options {
  /** Blocks that may be edited. */
  readonly ids?: readonly string[];
  readonly kinds?: readonly Command['kind'][];
  /** In ids of new blocks. */
  readonly author?: string;
}

export function anyCommand(document: WorkflowText, chance: Chance, options: Options = {}): Command {
  const writer = { chance, layout: chance.oneOf(layouts) };
  const ids = options.ids ?? [...document.outline.indexes.keys()];
  const kind = chance.oneOf(ids.length === 0 ? ['addBlock' as const] : (options.kinds ?? kinds));
  const target = anyTarget(document, chance, ids);
  const { edges } = readDefinition(document);
  const edge = edges.length > 0 && chance.happens(0.9) ? chance.oneOf(edges) : anyEdge(chance, ids);
  const id = `${options.author ?? 'n'}${chance.below(1_000_000)}`;
  switch (kind) {
    case 'setField':
      return { kind, target, value: valueText(writer, 2) };
    case 'removeField':
      return { kind, target };
    case 'renameField':
      return { kind, target, name: anyName(chance) };
    case 'insertItem':
      return { kind, target, value: valueText(writer, 2) };
    case 'moveItem':
      return { kind, target, toIndex: chance.below(4) };
    case 'addBlock': {
      const block = blockText(id, `Block ${id}`, writer, 2);
      return { kind, block, ...(chance.happens(0.5) && { index: chance.below(ids.length + 1) }) };
    }
    case 'removeBlock':
      return { kind, block: chance.oneOf(ids) };
    case 'moveBlock':
      return { kind, block: chance.oneOf(ids), after: chance.oneOf([null, ...ids]) };
    case 'renameBlock':
      return { kind, block: chance.oneOf(ids), name: `Name ${chance.below(20)}` };
    case 'moveToBody':
      return { kind, block: chance.oneOf(ids), container: chance.oneOf([null, ...ids]) };
    case 'addEdge':
      return { kind, edge: anyEdge(chance, ids) };
    case 'removeEdge':
      return { kind, edge };
    case 'reconnectEdge':
      return { kind, edge, to: anyEdge(chance, ids) };
    case 'gesture':
      return {
        kind,
        commands: [anyCommand(document, chance, options), { kind: 'setField', target, value: '1' }],
      };
    case 'replaceText':
    case 'applyPatches':
      return { kind: 'replaceText', text: document.text };
  }
}
