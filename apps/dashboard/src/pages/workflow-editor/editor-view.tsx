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
import { useIsNarrow } from '../../ui/use-is-narrow.js';
import { EditorCanvas } from './canvas/editor-canvas.js';
import { DeploySide } from './deploy-side.js';
import styles from './editor-page.module.css';
import { FactsBanner } from './facts/facts-banner.js';
import { JsonSide, SettingsSide } from './facts/lazy-sides.js';
import { useTriggerMethods } from './facts/trigger-facts.js';
import { WorkflowFacts } from './facts/workflow-facts.js';
import { WorkflowName } from './facts/workflow-name.js';
import { EditorActions } from './header/editor-actions.js';
import { ConflictCount, SaveFailure, SaveState } from './header/save-state.js';
import { PhoneActions, PhoneBack } from './narrow/phone-actions.js';
import { PhoneParts, type PhoneSheet } from './narrow/phone-parts.js';
import { PhoneTop } from './narrow/phone-top.js';
import { BlockPanel } from './panel/block-panel.js';
import { MergeChoices } from './panel/merge-choice.js';
import { useEditorOf } from './store/editor-context.js';
import { useEditorKeys } from './use-editor-keys.js';
import { useEditorSearch, useKeptAddress } from './use-editor-search.js';

export function EditorView({ name: opened }: { name: string }) {
  const { workspaceId, workflowId } = useEditorOf();
  const readOnlyReason = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const workflow = useQuery(getWorkflow(workspaceId, workflowId)).data?.data;
  const name = workflow?.name ?? opened;
  const methods = useTriggerMethods();
  const [isRenaming, setRenaming] = useState(false);
  const { search, change } = useEditorSearch();
  const { side } = search;
  const setSide = (next: typeof side): void => change({ side: next, subscription: '' });
  const [isRunning, setRunning] = useState(false);
  const isNarrow = useIsNarrow();
  const view = search.view ?? (isNarrow ? 'outline' : 'canvas');
  const [sheet, setSheet] = useState<PhoneSheet | null>(null);
  useEditorKeys(readOnlyReason === null);
  useKeptAddress();
  return (
    <Page
      title={name}
      heading={
        isRenaming ? <WorkflowName name={name} onDone={() => setRenaming(false)} /> : undefined
      }
      body="fill"
      crumbs={[{ label: words.all, href: paths.workflows(workspaceId) }]}
      lead={isNarrow && <PhoneBack workspaceId={workspaceId} />}
      facts={
        <>
          {!isNarrow && <ConflictCount />}
          {!isNarrow && <SaveState />}
          <WorkflowFacts
            readOnlyReason={readOnlyReason}
            onSide={setSide}
            onRename={() => setRenaming(true)}
          />
        </>
      }
      actions={
        isNarrow ? (
          <PhoneActions
            onWebhooks={() => setSide('webhooks')}
            onProblems={() => setSheet('problems')}
          />
        ) : (
          <>
            {workflow !== undefined && (
              <span className={styles.url}>
                <TriggerUrl workflow={workflow} methods={methods} />
              </span>
            )}
            <EditorActions side={side} onSide={setSide} onRun={() => setRunning(true)} />
          </>
        )
      }
    >
      <SaveFailure />
      <FactsBanner readOnlyReason={readOnlyReason} />
      <MergeChoices block={null} />
      {isNarrow && <PhoneTop view={view} onView={(next) => change({ view: next })} />}
      <div className={styles.split}>
        <EditorCanvas label={name} view={view} readOnlyReason={readOnlyReason} />
        {side === 'webhooks' && (
          <WebhooksPanel
            workspaceId={workspaceId}
            workflowId={workflowId}
            chosen={search.subscription === '' ? null : search.subscription}
            onChoose={(id) => change({ subscription: id ?? '' })}
            onClose={() => setSide(null)}
          />
        )}
        {side === 'deploy' && <DeploySide name={name} onClose={() => setSide(null)} />}
        {side === 'settings' && (
          <SettingsSide readOnlyReason={readOnlyReason} onClose={() => setSide(null)} />
        )}
        {side === 'json' && (
          <JsonSide readOnlyReason={readOnlyReason} onClose={() => setSide(null)} />
        )}
        {side === null && <BlockPanel readOnlyReason={readOnlyReason} />}
      </div>
      {isNarrow && (
        <PhoneParts
          {...{ name, workflow, sheet }}
          onSheet={setSheet}
          onSide={setSide}
          onRun={() => setRunning(true)}
        />
      )}
      {isRunning && (
        <Run workspaceId={workspaceId} workflowId={workflowId} onClose={() => setRunning(false)} />
      )}
    </Page>
  );
}
