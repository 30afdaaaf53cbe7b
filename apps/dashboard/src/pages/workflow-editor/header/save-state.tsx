/** How the draft is saved. A failure stands as a bar, and is no toast that goes. */
import { failureText } from '../../../parts/failure/failure-notice.js';
import { editorText as words } from '../../../text/editor.js';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/notice.js';
import styles from '../editor-page.module.css';
import { refusedAs } from '../facts/refused-as.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { select } from '../store/editor-store.js';

export function SaveState() {
  const { kind } = useEditor(({ saving }) => saving);
  return (
    <span className={styles.saving} data-kind={kind} role="status">
      {words.saving[kind]}
    </span>
  );
}

/** Edits of two people that only a person can join. A press shows the next one. */
export function ConflictCount() {
  const { store } = useEditorOf();
  const conflicts = useEditor((state) => state.conflicts);
  const [first] = conflicts;
  if (first === undefined) return null;
  const block = 'block' in first ? first.block : null;
  return (
    <Button
      aria-label={words.merge.open(words.merge.left(conflicts.length))}
      onPress={() => select(store, block === null ? [] : [block])}
    >
      {words.merge.left(conflicts.length)}
    </Button>
  );
}

export function SaveFailure() {
  const { flush } = useEditorOf();
  const saving = useEditor((state) => state.saving);
  // A banner says it where it lasts.
  if (saving.kind !== 'refused' || refusedAs(saving.error) !== null) return null;
  return (
    <div className={styles.failure}>
      <Notice tone="error" title={words.notSaved(failureText(saving.error))}>
        <Button onPress={() => void flush()}>{words.tryAgain}</Button>
      </Notice>
    </div>
  );
}
