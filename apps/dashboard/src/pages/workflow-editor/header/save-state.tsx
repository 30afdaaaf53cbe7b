/** How the draft is saved. A failure stands as a bar, and is no toast that goes. */
import { failureText } from '../../../parts/failure/failure-notice.js';
import { editorText as words } from '../../../text/editor.js';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/notice.js';
import styles from '../editor-page.module.css';
import { useEditor, useEditorOf } from '../store/editor-context.js';

export function SaveState() {
  const { kind } = useEditor(({ saving }) => saving);
  return (
    <span className={styles.saving} data-kind={kind} role="status">
      {words.saving[kind]}
    </span>
  );
}

export function SaveFailure() {
  const { flush } = useEditorOf();
  const saving = useEditor((state) => state.saving);
  if (saving.kind !== 'refused') return null;
  return (
    <div className={styles.failure}>
      <Notice tone="error" title={words.notSaved(failureText(saving.error as Error))}>
        <Button onPress={() => void flush()}>{words.tryAgain}</Button>
      </Notice>
    </div>
  );
}
