/** The size of a block follows from its kind, so that nothing has to be drawn to be measured. */
import type { GraphBlock, WorkflowGraph } from './workflow-graph.js';
import type { Size } from '../layout/box.js';
import type { LayoutInput } from '../layout/layout-input.js';
import { noteText } from './note-text.js';

const block: Size = { width: 216, height: 52 };
const noteHead = 38;
const noteLine = 16;
const charactersPerLine = 32;
const maxNoteLines = 5;

const sizeOf = ({ kind, config }: GraphBlock): Size =>
  kind === 'note' ? { width: block.width, height: noteHeight(config['text']) } : block;

function noteHeight(text: unknown): number {
  const lines = noteText(text)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / charactersPerLine)), 0);
  return noteHead + Math.min(maxNoteLines, lines) * noteLine;
}

export const layoutInputOf = ({ blocks, edges, triggerId }: WorkflowGraph): LayoutInput => ({
  blocks: blocks.map((one) => ({
    id: one.id,
    parent: one.parent,
    isContainer: one.kind === 'container',
    ...sizeOf(one),
  })),
  edges: edges.map(({ id, from, to, label, kind }) => ({ id, from, to, label, kind })),
  start: triggerId,
});
