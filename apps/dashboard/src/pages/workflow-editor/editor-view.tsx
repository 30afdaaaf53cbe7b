/** The open workflow: its canvas, a panel beside it, and what is done with all of it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../core/paths/paths.js';
import { allows } from '../../core/status/allowed.js';
import { useRole } from '../../data/use-session.js';
import { getWorkflow } from '../../data/workflow.queries.js';
import { Page } from '../../parts/page/page.js';
import { Run } from '../../parts/run-drawer/run.js';
import { TriggerUrl } from '../../parts/trigger-url/trigger-url.js';
import { WebhooksPanel } from '../../parts/workflow-webhooks/webhooks-panel.js';
import { editorText as words } from '../../text/editor.js';
import { EditorCanvas } from './canvas/editor-canvas.js';
import { DeploySide } from './deploy-side.js';
import styles from './editor-page.module.css';
import { EditorActions } from './header/editor-actions.js';
import { ConflictCount, SaveFailure, SaveState } from './header/save-state.js';
import { BlockPanel } from './panel/block-panel.js';
import { MergeChoices } from './panel/merge-choice.js';
import type { Side } from './side.js';
import { useEditorOf } from './store/editor-context.js';
import { useEditorKeys } from './use-editor-keys.js';

export function EditorView({ name }: { name: string }) {
  const { workspaceId, workflowId } = useEditorOf();
  const readOnlyReason = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const workflow = useQuery(getWorkflow(workspaceId, workflowId)).data?.data;
  const [side, setSide] = useState<Side | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  useEditorKeys(readOnlyReason === null);
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
          {workflow !== undefined && (
            <span className={styles.url}>
              <TriggerUrl workflow={workflow} methods={[]} />
            </span>
          )}
          <EditorActions side={side} onSide={setSide} onRun={() => setRunning(true)} />
        </>
      }
    >
      <SaveFailure />
      <MergeChoices block={null} />
      <div className={styles.split}>
        <EditorCanvas label={name} readOnlyReason={readOnlyReason} />
        {side === 'webhooks' && (
          <WebhooksPanel
            workspaceId={workspaceId}
            workflowId={workflowId}
            chosen={chosen}
            onChoose={setChosen}
            onClose={() => setSide(null)}
          />
        )}
        {side === 'deploy' && <DeploySide name={name} onClose={() => setSide(null)} />}
        {side === null && <BlockPanel readOnlyReason={readOnlyReason} />}
      </div>
      {isRunning && (
        <Run workspaceId={workspaceId} workflowId={workflowId} onClose={() => setRunning(false)} />
      )}
    </Page>
  );
}
