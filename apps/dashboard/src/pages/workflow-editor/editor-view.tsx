/** The open workflow: its canvas, a panel beside it, and what is done with all of it. */
import { lazyPart } from '../../parts/lazy/lazy-part.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../core/paths/paths.js';
import { allows } from '../../core/status/allowed.js';
import { useRole } from '../../data/use-session.js';
import { getWorkflow } from '../../data/workflow.queries.js';
import { Page } from '../../parts/page/page.js';
import { editorText as words } from '../../text/editor.js';
import { useIsNarrow } from '../../ui/use-is-narrow.js';
import { EditorCanvas } from './canvas/editor-canvas.js';
import styles from './editor-page.module.css';
import { EditorSide } from './editor-side.js';
import { FactsBanner } from './facts/facts-banner.js';
import { WorkflowFacts } from './facts/workflow-facts.js';
import { EditorActions } from './header/editor-actions.js';
import { ListenBar } from './header/listen.js';
import { ConflictCount, SaveFailure, SaveState } from './header/save-state.js';
import { UrlChip } from './header/url-chip.js';
import { useDeployRefusal } from './header/use-deploy-refusal.js';
import { useFreshWorkflow } from './header/use-fresh-workflow.js';
import { useListening } from './header/use-listening.js';
import { useProblems } from './header/use-problems.js';
import { PhoneActions, PhoneBack } from './narrow/phone-actions.js';
import { PhoneParts, type PhoneSheet } from './narrow/phone-parts.js';
import { PhoneTop } from './narrow/phone-top.js';
import { MergeChoices } from './panel/merge-choices.js';
import { PinKey } from './pins/pin-key.js';
import { useBesideDraft } from './pins/use-pins.js';
import { Docked } from './run/run-dock.js';
import { useRuns } from './run/runs-context.js';
import type { Side } from './side.js';
import { useEditorOf } from './store/editor-context.js';
import { goTo } from './store/go-to.js';
import { useEditorKeys } from './use-editor-keys.js';
import { useEditorSearch, useKeptAddress, useShownView } from './use-editor-search.js';
import { useFocusPlaces } from './use-focus-places.js';

const WorkflowName = lazyPart(async () => (await import('./facts/workflow-name.js')).WorkflowName);

export function EditorView({ name: opened }: { name: string }) {
  const { workspaceId, workflowId, store, flush } = useEditorOf();
  const readOnlyReason = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const workflow = useQuery(getWorkflow(workspaceId, workflowId)).data?.data;
  const name = workflow?.name ?? opened;
  const { search, change } = useEditorSearch();
  const { side } = search;
  const setSide = (next: Side | null): void => change({ side: next, subscription: '' });
  /** The keyboard goes with it, and back to the canvas. */
  const openSide = (next: Side | null): void => {
    setSide(next);
    goTo(store, null, { to: next === null ? 'canvas' : 'side' });
  };
  const isNarrow = useIsNarrow();
  const view = useShownView();
  const [isRenaming, setRenaming] = useState(false);
  const onRename = (): void => setRenaming(true);
  const [sheet, setSheet] = useState<PhoneSheet | null>(null);
  const listening = useListening(useRuns().choose);
  const page = useFocusPlaces(() => setSide(null));
  useEditorKeys({
    readOnlyReason,
    deployRefusal: useDeployRefusal(),
    onProblem: useProblems().step,
    onDeploy: () => void flush().then(() => openSide('deploy')),
  });
  useKeptAddress();
  useBesideDraft();
  useFreshWorkflow();
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
          {!isNarrow && (
            <WorkflowFacts {...{ readOnlyReason, onRename }} onSide={openSide}>
              <ConflictCount />
              <SaveState />
            </WorkflowFacts>
          )}
        </>
      }
      actions={
        isNarrow ? (
          <PhoneActions
            onSide={setSide}
            onProblems={() => setSheet('problems')}
            {...{ onRename }}
          />
        ) : (
          <>
            <UrlChip listening={listening} />
            <EditorActions side={side} onSide={openSide} />
          </>
        )
      }
    >
      <PinKey />
      <SaveFailure />
      <FactsBanner readOnlyReason={readOnlyReason} />
      <ListenBar listening={listening} />
      <MergeChoices block={null} />
      {isNarrow && <PhoneTop view={view} onView={(next) => change({ view: next })} />}
      <div ref={page} className={styles.split}>
        <Docked>
          <EditorCanvas
            label={name}
            view={view}
            onView={(next) => change({ view: next })}
            readOnlyReason={readOnlyReason}
          />
        </Docked>
        <EditorSide {...{ side, name, readOnlyReason }} onClose={() => openSide(null)} />
      </div>
      {isNarrow && (
        <PhoneParts {...{ name, workflow, sheet }} onSheet={setSheet} onSide={setSide} />
      )}
    </Page>
  );
}
