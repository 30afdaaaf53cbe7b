/** The canvas where a workflow is edited, over a model in memory. Below is what it tells. */
import { type Dispatch, type SetStateAction, useState } from 'react';
import type { Positions } from '../src/core/canvas-edit/dragged-blocks.js';
import type { Command } from '../src/core/edit/command/command.js';
import type { GraphEdge } from '../src/core/workflow-graph/workflow-graph.js';
import { blockLookOf } from '../src/core/block-look/block-look.js';
import { writeBlockDrag } from '../src/parts/canvas/edit/block-drag.js';
import type { CanvasEditing, CanvasMarks } from '../src/parts/canvas/edit/canvas-editing.js';
import { EditableCanvas } from '../src/parts/canvas/edit/editable-canvas.js';
import { tidyPositions } from '../src/parts/canvas/edit/tidy.js';
import { createStatusStore } from '../src/parts/canvas/status-store.js';
import type { CanvasSample } from './canvas-samples.js';
import { changed, type EditedModel, modelOf, newBlock, rulesOf } from './edited-model.js';
import styles from './gallery.module.css';

interface EditedCanvasProps {
  sample: CanvasSample;
  marks?: CanvasMarks;
  isRead?: boolean;
}

export function EditedCanvas({ sample, marks, isRead = false }: EditedCanvasProps) {
  const [model, setModel] = useState(() => modelOf(sample.definition));
  const [rules, setRules] = useState(() => ({
    of: model.definition,
    rules: rulesOf(model.definition),
  }));
  if (rules.of !== model.definition)
    setRules({ of: model.definition, rules: rulesOf(model.definition) });
  const [selected, setSelected] = useState(sample.selected);
  const [statusOf] = useState(() => {
    const store = createStatusStore();
    store.set(sample.statuses);
    return store;
  });
  const editing = isRead
    ? undefined
    : { ...rules.rules, ...actionsOf(model, setModel), selection: model.selection };
  return (
    <div className={styles.edited}>
      <Palette />
      <EditableCanvas
        definition={model.definition}
        positions={model.positions}
        statusOf={statusOf}
        selected={selected}
        onSelect={setSelected}
        label={sample.name}
        editing={editing}
        marks={marks}
      />
      <output className={styles.said}>{model.said}</output>
    </div>
  );
}

function Palette() {
  return (
    <div className={styles.palette}>
      {['api', 'agent', 'condition', 'loop', 'response', 'chat'].map((type) => (
        <span
          key={type}
          draggable
          className={styles.new}
          onDragStart={({ dataTransfer }) => writeBlockDrag(dataTransfer, type)}
        >
          {blockLookOf(type).title}
        </span>
      ))}
    </div>
  );
}

type Actions = Omit<CanvasEditing, 'selection' | 'portsOf' | 'refusalOf' | 'bodyRefusalOf'>;

function actionsOf(model: EditedModel, set: Dispatch<SetStateAction<EditedModel>>): Actions {
  const say = (said: string): void => set((now) => ({ ...now, said }));
  const change = (said: string, commands: readonly Command[], moved: Positions = {}): void =>
    set((now) => {
      const next = changed(now, said, ...commands);
      return { ...next, positions: { ...now.positions, ...moved } };
    });
  return {
    onMove: (positions) => change(`Moved ${Object.keys(positions).length}`, [], positions),
    onMoveToBody: ({ blocks, container, after, positions }) => {
      const commands = blocks.map((block) => ({
        ...{ kind: 'moveToBody' as const, block, container },
        ...(after !== undefined && { after }),
      }));
      change(`${blocks.join(', ')} to ${container ?? 'the ground'}`, commands, positions);
    },
    onInsertBlock: (block, edge, positions) =>
      change(`${block} inserted`, between(edge, block), positions),
    onConnect: (edge) => change('Connected', [{ kind: 'addEdge', edge }]),
    onReconnect: (edge, next) => {
      const { from, port } = edge;
      change('Reconnected', [{ kind: 'reconnectEdge', edge, to: { from, port, to: next } }]);
    },
    onDisconnect: (edge) => change('Disconnected', [{ kind: 'removeEdge', edge }]),
    onDropOnGround: ({ from, port, room, container }) =>
      say(`Pick after ${from} ${port} at ${room.at.join(', ')} in ${container}`),
    onInsertRequest: ({ from, to }) => say(`Pick between ${from} and ${to}`),
    onDropNew: (type, { edge, container, room }) => {
      const { id, command } = newBlock(model, type);
      const entry: Command[] =
        container === null
          ? []
          : [{ kind: 'addEdge', edge: { from: container, to: id, port: 'each' } }];
      const moved = { ...room.positions, [id]: room.at };
      change(`New ${type}`, [command, ...(edge === null ? entry : between(edge, id))], moved);
    },
    onSelection: (selection) => set((now) => ({ ...now, selection })),
    onDelete: (ids) => {
      change(
        `Deleted ${ids.length}`,
        ids.map((block) => ({ kind: 'removeBlock', block })),
      );
      set((now) => ({ ...now, selection: new Set() }));
    },
    onDuplicate: (ids) => say(`Duplicate ${ids.join(', ')}`),
    onCopy: (ids) => {
      say(`Copied ${ids.join(', ')}`);
      return JSON.stringify(model.definition.blocks.filter(({ id }) => ids.includes(id)));
    },
    onPaste: (text) => say(`Pasted ${text.length} characters`),
    onAddAfter: ({ block, port, room }) =>
      say(`Pick after ${block} ${port ?? ''} at ${room.at.join(', ')}`),
    onList: (block, list) => say(`${list} ${block}`),
    onOpen: (block) => say(`Open ${block}`),
    onRename: (block) => say(`Rename ${block}`),
    onTidy: () =>
      void tidyPositions(model.definition).then((positions) => {
        set((now) => ({ ...now, positions, said: 'Tidied' }));
      }),
  };
}

const between = (edge: GraphEdge, block: string): Command[] => [
  { kind: 'removeEdge', edge },
  { kind: 'addEdge', edge: { from: edge.from, port: edge.port, to: block } },
  { kind: 'addEdge', edge: { from: block, to: edge.to } },
];
