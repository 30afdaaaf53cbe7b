/** A workflow in memory, changed by the editor's commands: to try the canvas without a service. */
import { applyCommand } from '../src/core/edit/command/apply-command.js';
import type { Command } from '../src/core/edit/command/command.js';
import { isRefusal } from '../src/core/edit/patch/refusal.js';
import { readDefinition } from '../src/core/edit/text/read-definition.js';
import { WorkflowText } from '../src/core/edit/text/workflow-text.js';
import type { BlockPositions } from '../src/core/layout/stored.js';
import { graphPorts } from '../src/core/canvas-edit/graph-ports.js';
import { type DrawnDefinition, workflowGraph } from '../src/core/workflow-graph/workflow-graph.js';
import { blockLookOf } from '../src/core/block-look/block-look.js';
import type { EditRules } from '../src/parts/canvas/edit/canvas-editing.js';

export interface EditedModel {
  readonly document: WorkflowText;
  readonly definition: DrawnDefinition;
  readonly positions: BlockPositions;
  readonly selection: ReadonlySet<string>;
  readonly said: string;
}

export function modelOf(definition: DrawnDefinition): EditedModel {
  const document = WorkflowText.read(JSON.stringify(definition));
  if (document === null) throw new Error('A sample is no JSON');
  return { document, definition, positions: {}, selection: new Set(), said: 'Nothing yet' };
}

export function changed(model: EditedModel, said: string, ...commands: Command[]): EditedModel {
  const result = applyCommand(model.document, { kind: 'gesture', commands });
  if (isRefusal(result)) return { ...model, said: `${said}: refused, ${result.reason}` };
  const { document } = result;
  return { ...model, document, definition: readDefinition(document), said };
}

export function newBlock(model: EditedModel, type: string): { id: string; command: Command } {
  const count = model.definition.blocks.length;
  const id = `new-${count}-${Math.round(performance.now())}`;
  const block = { id, type, name: `${blockLookOf(type).title} ${count}`, config: {} };
  return { id, command: { kind: 'addBlock', block: JSON.stringify(block) } };
}

const triggers = new Set(['webhook', 'api_trigger', 'manual', 'chat', 'schedule']);

export function rulesOf(definition: DrawnDefinition): EditRules {
  const graph = workflowGraph(definition);
  const blocks = new Map(graph.blocks.map((block) => [block.id, block]));
  const nameOf = (id: string): string => blocks.get(id)?.name ?? id;
  const mayNot = (type: string, name: string, container: string | null): string | null => {
    if (container === null) return null;
    if (type === 'response')
      return `${name} can't go into ${nameOf(container)}:\na response answers once, a body runs many times`;
    return triggers.has(type)
      ? `${name} can't go into ${nameOf(container)}:\na run starts once`
      : null;
  };
  const leadsTo = (from: string, to: string): boolean => {
    const seen = new Set([from]);
    for (const id of seen) for (const edge of graph.edges) if (edge.from === id) seen.add(edge.to);
    return seen.has(to);
  };
  return {
    portsOf: (id) => {
      const block = blocks.get(id);
      return block === undefined ? [] : graphPorts(block);
    },
    refusalOf: (from, port, to) => {
      const [source, target] = [blocks.get(from), blocks.get(to)];
      if (source === undefined || target === undefined) return 'No such block';
      if (triggers.has(target.type)) return 'A trigger starts a run, nothing leads to it';
      const body = port === 'each' ? from : source.parent;
      if (target.parent !== body && graph.edges.some((edge) => edge.to === to))
        return `${target.name} stands in another body`;
      if (leadsTo(to, from)) return `${target.name} runs before ${source.name}`;
      return null;
    },
    bodyRefusalOf: (id, container) => mayNot(blocks.get(id)?.type ?? '', nameOf(id), container),
    newBlockRefusalOf: (type, { container }) =>
      triggers.has(type)
        ? `${nameOf(graph.triggerId ?? '')} already starts this workflow`
        : mayNot(type, blockLookOf(type).title, container),
  };
}
