/** The open workflow: its canvas, a panel beside it, and what is done with all of it. */
import { useState } from 'react';
import { paths } from '../../core/paths/paths.js';
import { allows } from '../../core/status/allowed.js';
import { useRole } from '../../data/use-session.js';
import { Page } from '../../parts/page/page.js';
import { Run } from '../../parts/run-drawer/run.js';
import { WebhooksPanel } from '../../parts/workflow-webhooks/webhooks-panel.js';
import { editorText as words } from '../../text/editor.js';
import { EditorCanvas } from './canvas/editor-canvas.js';
import { DeploySide } from './deploy-side.js';
import styles from './editor-page.module.css';
import { EditorActions } from './header/editor-actions.js';
import { ListenBar } from './header/listen.js';
import { ConflictCount, SaveFailure, SaveState } from './header/save-state.js';
import { UrlChip } from './header/url-chip.js';
import { useDeployRefusal } from './header/use-deploy-refusal.js';
import { useListening } from './header/use-listening.js';
import { useProblems } from './header/use-problems.js';
import { useWatchRun } from './header/use-watch-run.js';
import { BlockPanel } from './panel/block-panel.js';
import { MergeChoices } from './panel/merge-choice.js';
import type { Side } from './side.js';
import { useEditorOf } from './store/editor-context.js';
import { goTo } from './store/go-to.js';
import { useEditorKeys } from './use-editor-keys.js';
import { useFocusPlaces } from './use-focus-places.js';

export function EditorView({ name }: { name: string }) {
  const { workspaceId, workflowId, store, flush } = useEditorOf();
  const readOnlyReason = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const [side, setSide] = useState<Side | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  /** The keyboard goes with it, and back to the canvas. */
  const openSide = (next: Side | null): void => {
    setSide(next);
    goTo(store, null, { to: next === null ? 'canvas' : 'side' });
  };
  const listening = useListening(useWatchRun());
  const page = useFocusPlaces(() => setSide(null));
  useEditorKeys({
    ...{ readOnlyReason, deployRefusal: useDeployRefusal(), onProblem: useProblems().step },
    onDeploy: () => void flush().then(() => openSide('deploy')),
  });
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
      actions={
        <>
          <UrlChip listening={listening} />
          <EditorActions side={side} onSide={openSide} onRun={() => setRunning(true)} />
        </>
      }
    >
      <SaveFailure />
      <ListenBar listening={listening} />
      <MergeChoices block={null} />
      <div ref={page} className={styles.split}>
        <EditorCanvas label={name} readOnlyReason={readOnlyReason} />
        {side === 'webhooks' && (
          <WebhooksPanel
            workspaceId={workspaceId}
            workflowId={workflowId}
            chosen={chosen}
            onChoose={setChosen}
            onClose={() => openSide(null)}
          />
        )}
        {side === 'deploy' && <DeploySide name={name} onClose={() => openSide(null)} />}
        {side === null && <BlockPanel readOnlyReason={readOnlyReason} />}
      </div>
      {isRunning && (
        <Run workspaceId={workspaceId} workflowId={workflowId} onClose={() => setRunning(false)} />
      )}
    </Page>
  );
}
