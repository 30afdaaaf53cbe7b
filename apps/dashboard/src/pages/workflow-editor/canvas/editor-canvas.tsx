/** Where the workflow is drawn and changed: the canvas, or its outline on phones. */
import { useState } from 'react';
import { offersAt } from '../../../core/add-block/offers.js';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import type { CanvasMarks } from '../../../parts/canvas/edit/canvas-editing.js';
import { EditableCanvas } from '../../../parts/canvas/edit/editable-canvas.js';
import { createStatusStore } from '../../../parts/canvas/status-store.js';
import { BlockPalette } from '../../../parts/block-picker/block-palette.js';
import { BlockPicker } from '../../../parts/block-picker/block-picker.js';
import { lazyPart } from '../../../parts/lazy/lazy-part.js';
import { Outline } from '../../../parts/outline/outline.js';
import { editorText as words } from '../../../text/editor.js';
import { useIsNarrow } from '../../../ui/use-is-narrow.js';
import styles from '../editor-page.module.css';
import { type Adding, addBlock } from '../store/add-block.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { edit, select } from '../store/editor-store.js';
import { useBlockTypes } from '../use-block-types.js';
import { useDrawn } from '../use-drawn.js';
import { useSayRefusal } from '../use-say-refusal.js';
import { UndoButtons } from './undo-buttons.js';
import { type Offer, useCanvasEditing, useRules } from './use-canvas-editing.js';

const PastedWorkflow = lazyPart(
  async () =>
    (await import('../../../parts/import/pasted-workflow-dialog.js')).PastedWorkflowDialog,
);

export interface EditorCanvasProps {
  label: string;
  /** Why nothing may be changed; null: it may. */
  readOnlyReason: string | null;
}

export function EditorCanvas(props: EditorCanvasProps) {
  const drawn = useDrawn();
  if (drawn === null) return <p className={styles.says}>{words.notDrawn}</p>;
  return <Drawn {...props} {...drawn} />;
}

interface DrawnProps extends EditorCanvasProps {
  definition: DrawnDefinition;
}

const alone: Adding = { place: { kind: 'alone' }, room: null };

function Drawn({ label, readOnlyReason, definition }: DrawnProps) {
  const { store, workspaceId } = useEditorOf();
  const { types } = useBlockTypes();
  const say = useSayRefusal();
  const isNarrow = useIsNarrow();
  const positions = useEditor((state) => state.positions);
  const selected = useEditor((state) => state.selected.at(-1) ?? null);
  const [adding, setAdding] = useState<Adding | null>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const [statusOf] = useState(createStatusStore);
  const marks = useMarks();
  const rules = useRules(definition);
  const editing = useCanvasEditing(definition, {
    onAdd: setAdding,
    onRename: (id) => select(store, [id]),
    onOffer: setOffer,
  });
  const add = (what: Adding, type: string): void => {
    say(addBlock(store, types, what, { type }));
    setAdding(null);
  };
  const mayEdit = readOnlyReason === null;
  return (
    <div className={styles.canvas}>
      {isNarrow ? (
        <Outline
          name={label}
          definition={definition}
          rules={rules.outline}
          facts={{ problems: problemCounts(marks), pinned: new Set(), statusOf }}
          selected={selected}
          onSelect={(id) => select(store, [id])}
          edits={
            mayEdit
              ? {
                  onCommand: (command) => say(edit(store, command)),
                  onAdd: (place) => setAdding({ place, room: null }),
                  onDuplicate: (id) => editing.onDuplicate([id]),
                }
              : null
          }
        />
      ) : (
        <EditableCanvas
          definition={definition}
          positions={Object.keys(positions).length === 0 ? undefined : positions}
          statusOf={statusOf}
          selected={selected}
          onSelect={(id) => select(store, id === null ? [] : [id])}
          label={label}
          actions={<UndoButtons />}
          marks={marks}
          editing={mayEdit ? editing : undefined}
        />
      )}
      {mayEdit && adding === null && !isNarrow && (
        <div className={styles.palette}>
          <BlockPalette
            offers={offersAt(definition, types, alone.place)}
            onAdd={(type) => add(alone, type)}
            onOpen={() => setAdding(alone)}
          />
        </div>
      )}
      {offer !== null && (
        <PastedWorkflow
          {...offer}
          workspaceId={workspaceId}
          onCommand={(command) => say(edit(store, command))}
          onClose={() => setOffer(null)}
        />
      )}
      {adding !== null && (
        <div className={styles.palette}>
          <BlockPicker
            offers={offersAt(definition, types, adding.place)}
            place={adding.place.kind}
            placeName={placeName(definition, adding)}
            onAdd={(type, isBranch) =>
              add(
                adding.place.kind === 'after'
                  ? { ...adding, place: { ...adding.place, isBranch } }
                  : adding,
                type,
              )
            }
            onClose={() => setAdding(null)}
          />
        </div>
      )}
    </div>
  );
}

function placeName({ blocks }: DrawnDefinition, { place }: Adding): string | null {
  const nameOf = (wanted: string): string | null =>
    blocks.find(({ id }) => id === wanted)?.name ?? null;
  switch (place.kind) {
    case 'after':
      return nameOf(place.from);
    case 'edge':
      return nameOf(place.edge.to);
    case 'body':
      return nameOf(place.container);
    case 'alone':
      return null;
  }
}

type Marked = NonNullable<CanvasMarks['problems']> extends ReadonlyMap<string, infer P> ? P : never;

/** What the last save said of blocks. */
function useMarks(): CanvasMarks {
  const problems = useEditor((state) => state.problems);
  const warnings = useEditor((state) => state.warnings);
  const byBlock = new Map<string, Marked>();
  for (const [notes, severity] of [
    [warnings, 'warning'],
    [problems, 'error'],
  ] as const)
    for (const { blockId, message } of notes)
      if (blockId !== null) byBlock.set(blockId, { severity, text: message });
  return { problems: byBlock };
}

const problemCounts = ({ problems = new Map() }: CanvasMarks): ReadonlyMap<string, number> =>
  new Map([...problems.keys()].map((id: string) => [id, 1]));
