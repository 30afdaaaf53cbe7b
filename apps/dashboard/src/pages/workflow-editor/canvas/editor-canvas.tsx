/** Where the workflow is drawn and changed: the canvas, or its outline on phones. */
import { useState } from 'react';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { ToolBar } from '../../../parts/canvas/tool-bar.js';
import { EditableCanvas } from '../../../parts/canvas/edit/editable-canvas.js';
import { lazyPart } from '../../../parts/lazy/lazy-part.js';
import { editorText as words } from '../../../text/editor.js';
import { useIsNarrow } from '../../../ui/use-is-narrow.js';
import styles from '../editor-page.module.css';
import type { EditorViewName } from '../narrow/phone-top.js';
import { useRunStatuses } from '../run/runs-context.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { edit, openAdding, select } from '../store/editor-store.js';
import { placeOf, searchOfPlace } from '../model/editor-search.js';
import { useEditorSearch } from '../use-editor-search.js';
import { useRestingDrawn } from '../use-drawn.js';
import { useSayRefusal } from '../use-say-refusal.js';
import { AddingLayer } from './adding-layer.js';
import type { AskedList } from './asked-list.js';
import { BlockLists } from './block-lists.js';
import { NextStep } from './next-step.js';
import { Tools } from './tools.js';
import { useCanvasEditing, useRules } from './use-canvas-editing.js';
import { type Offer, PastedWorkflow } from './use-pasting.js';
import { useMarks } from './use-marks.js';

const Outline = lazyPart(async () => (await import('../../../parts/outline/outline.js')).Outline);

export interface EditorCanvasProps {
  label: string;
  view: EditorViewName;
  onView: (view: EditorViewName) => void;
  /** Why nothing may be changed; null: it may. */
  readOnlyReason: string | null;
}

export function EditorCanvas(props: EditorCanvasProps) {
  const drawn = useRestingDrawn();
  if (drawn === null) return <p className={styles.says}>{words.notDrawn}</p>;
  return <Drawn {...props} {...drawn} />;
}

interface DrawnProps extends EditorCanvasProps {
  definition: DrawnDefinition;
}

function Drawn({ label, view, onView, readOnlyReason, definition }: DrawnProps) {
  const { store, workspaceId } = useEditorOf();
  const say = useSayRefusal();
  const { search, change } = useEditorSearch();
  const positions = useEditor((state) => state.positions);
  const selected = useEditor((state) => state.selected.at(-1) ?? null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const statusOf = useRunStatuses();
  const marks = useMarks();
  const rules = useRules(definition);
  const [asked, setAsked] = useState<AskedList | null>(null);
  const editing = useCanvasEditing(definition, { onOffer: setOffer, onList: setAsked });
  const mayEdit = readOnlyReason === null;
  const isNarrow = useIsNarrow();
  const adding = useEditor((state) => state.adding?.place ?? null);
  const shared = { definition, statusOf, selected };
  const onTidy = mayEdit ? editing.onTidy : null;
  const tools = (
    <Tools
      isOutline={view === 'outline'}
      onOutline={(isOutline) => onView(isOutline ? 'outline' : 'canvas')}
      onTidy={onTidy}
    />
  );
  return (
    <div className={styles.canvas} data-view={view}>
      {view === 'outline' ? (
        <Outline
          name={label}
          {...{ definition, selected }}
          rules={rules.outline}
          facts={{ problems: countsOf(marks.problems), pinned: marks.pinned, statusOf }}
          onSelect={(id) => select(store, [id])}
          edits={
            mayEdit
              ? {
                  onCommand: (command) =>
                    command.kind === 'removeBlock'
                      ? editing.onDelete([command.block])
                      : say(edit(store, command)),
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
          place={placeOf(search)}
          onPlace={(place) => change(searchOfPlace(place))}
          actions={tools}
          marks={marks}
          adding={isNarrow ? null : adding}
          editing={mayEdit ? editing : undefined}
        />
      )}
      {mayEdit && <NextStep definition={definition} />}
      {view === 'outline' && !isNarrow && <ToolBar isCentred>{tools}</ToolBar>}
      {mayEdit && <AddingLayer definition={definition} />}
      {asked !== null && (
        <BlockLists definition={definition} asked={asked} onClose={() => setAsked(null)} />
      )}
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

const countsOf = (problems: ReadonlyMap<string, unknown>): ReadonlyMap<string, number> =>
  new Map([...problems.keys()].map((id) => [id, 1]));
