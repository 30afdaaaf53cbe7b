import { useState } from 'react';
import { Canvas } from '../../../parts/canvas/canvas.js';
import { createStatusStore } from '../../../parts/canvas/status-store.js';
import { editorText as words } from '../../../text/editor.js';
import styles from '../editor-page.module.css';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { select } from '../store/editor-store.js';
import { useDrawn } from '../use-drawn.js';
import { UndoButtons } from './undo-buttons.js';

export function EditorCanvas({ label }: { label: string }) {
  const { store } = useEditorOf();
  const drawn = useDrawn();
  const selected = useEditor((state) => state.selected.at(-1) ?? null);
  const [statusOf] = useState(createStatusStore);
  if (drawn === null) return <p className={styles.says}>{words.notDrawn}</p>;
  if (drawn.definition.blocks.length === 0) return <p className={styles.says}>{words.noBlocks}</p>;
  return (
    <div className={styles.canvas}>
      <Canvas
        {...drawn}
        statusOf={statusOf}
        selected={selected}
        onSelect={(id) => select(store, id === null ? [] : [id])}
        label={label}
        actions={<UndoButtons />}
      />
    </div>
  );
}
