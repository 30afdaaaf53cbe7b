/** An empty workflow, or one that has a trigger only: one sentence, and the button that goes on. */
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { editorText as words } from '../../../text/editor.js';
import { Button } from '../../../ui/button.js';
import { Plus } from '../../../ui/icon.js';
import { addingAlone } from '../store/add-block.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { openAdding } from '../store/editor-store.js';
import styles from './next-step.module.css';

const { nextStep } = words;

export function NextStep({ definition: { blocks, edges } }: { definition: DrawnDefinition }) {
  const { store } = useEditorOf();
  const isAdding = useEditor(({ adding }) => adding !== null);
  const [only] = blocks;
  if (isAdding || blocks.length > 1 || edges.length > 0) return null;
  const { says, add } = only === undefined ? nextStep.empty : nextStep.triggerOnly;
  const open = (): void =>
    openAdding(
      store,
      only === undefined
        ? addingAlone
        : { place: { kind: 'after', from: only.id, isBranch: false }, room: null },
    );
  return (
    <div className={styles.step}>
      <p>{says}</p>
      <Button tone="primary" icon={Plus} onPress={open}>
        {add}
      </Button>
    </div>
  );
}
