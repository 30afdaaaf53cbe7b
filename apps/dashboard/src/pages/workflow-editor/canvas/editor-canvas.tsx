/** Where the workflow is drawn and changed: the canvas, or its outline on phones. */
import { useState } from 'react';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { EditableCanvas } from '../../../parts/canvas/edit/editable-canvas.js';
import { createStatusStore } from '../../../parts/canvas/status-store.js';
import { lazyPart } from '../../../parts/lazy/lazy-part.js';
import { Outline } from '../../../parts/outline/outline.js';
import { editorText as words } from '../../../text/editor.js';
import { useIsNarrow } from '../../../ui/use-is-narrow.js';
import styles from '../editor-page.module.css';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { edit, openAdding, select } from '../store/editor-store.js';
import { useDrawn } from '../use-drawn.js';
import { useSayRefusal } from '../use-say-refusal.js';
import { AddingLayer } from './adding-layer.js';
import { UndoButtons } from './undo-buttons.js';
import { type Offer, useCanvasEditing, useRules } from './use-canvas-editing.js';
import { useMarks } from './use-marks.js';

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

function Drawn({ label, readOnlyReason, definition }: DrawnProps) {
  const { store, workspaceId } = useEditorOf();
  const say = useSayRefusal();
  const isNarrow = useIsNarrow();
  const positions = useEditor((state) => state.positions);
  const selected = useEditor((state) => state.selected.at(-1) ?? null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const [statusOf] = useState(createStatusStore);
  const marks = useMarks();
  const rules = useRules(definition);
  const editing = useCanvasEditing(definition, setOffer);
  const mayEdit = readOnlyReason === null;
  const shared = { definition, statusOf, selected };
  return (
    <div className={styles.canvas}>
      {isNarrow ? (
        <Outline
          name={label}
          {...{ definition, selected }}
          rules={rules.outline}
          facts={{ problems: countsOf(marks.problems), pinned: none, statusOf }}
          onSelect={(id) => select(store, [id])}
          edits={
            mayEdit
              ? {
                  onCommand: (command) => say(edit(store, command)),
                  onAdd: (place) => openAdding(store, { place, room: null }),
                  onDuplicate: (id) => editing.onDuplicate([id]),
                }
              : null
          }
        />
      ) : (
        <EditableCanvas
          {...shared}
          positions={Object.keys(positions).length === 0 ? undefined : positions}
          onSelect={(id) => select(store, id === null ? [] : [id])}
          label={label}
          actions={<UndoButtons />}
          marks={marks}
          editing={mayEdit ? editing : undefined}
        />
      )}
      {mayEdit && <AddingLayer definition={definition} />}
      {offer !== null && (
        <PastedWorkflow
          {...offer}
          workspaceId={workspaceId}
          onCommand={(command) => say(edit(store, command))}
          onClose={() => setOffer(null)}
        />
      )}
    </div>
  );
}

const none: ReadonlySet<string> = new Set();

const countsOf = (problems: ReadonlyMap<string, unknown>): ReadonlyMap<string, number> =>
  new Map([...problems.keys()].map((id) => [id, 1]));
