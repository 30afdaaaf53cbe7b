/** The open workflow: its canvas, the panel of the chosen block, and what is done with all of it. */
import { paths } from '../../core/paths/paths.js';
import { Page } from '../../parts/page/page.js';
import { editorText as words } from '../../text/editor.js';
import { EditorCanvas } from './canvas/editor-canvas.js';
import styles from './editor-page.module.css';
import { EditorActions } from './header/editor-actions.js';
import { ConflictCount, SaveFailure, SaveState } from './header/save-state.js';
import { MergeChoices } from './panel/merge-choice.js';
import { BlockPanel } from './panel/block-panel.js';
import { useEditorOf } from './store/editor-context.js';
import { useEditorKeys } from './use-editor-keys.js';

export function EditorView({ answer }: { answer: Readonly<Record<string, unknown>> }) {
  const { workspaceId } = useEditorOf();
  const name = typeof answer['name'] === 'string' ? answer['name'] : '';
  useEditorKeys();
  return (
    <Page
      title={name}
      body="fill"
      crumbs={[{ label: words.all, href: paths.workflows(workspaceId) }]}
      facts={
        <>
          <ConflictCount />
          <SaveState />
        </>
      }
      actions={<EditorActions />}
    >
      <SaveFailure />
      <MergeChoices block={null} />
      <div className={styles.split}>
        <EditorCanvas label={name} />
        <BlockPanel />
      </div>
    </Page>
  );
}
