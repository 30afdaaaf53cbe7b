/** Asks before a workflow leaves use, loses its draft, or is deleted: each with what it means. */
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Workflow } from '../../../data/workflow.queries.js';
import { workflowSubscriptions } from '../../../data/workflow.queries.js';
import { confirming } from '../../../parts/failure/confirming.js';
import { ChangeListView } from '../../../parts/version-diff/change-list-view.js';
import { useDifferences } from '../../../parts/version-diff/use-differences.js';
import { common } from '../../../text/common.js';
import { factsText as words } from '../../../text/workflow-facts.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import styles from './facts.module.css';
import { useDelete, useDiscard, useUndeploy } from './use-deeds.js';

export type Asked = 'undeploy' | 'discard' | 'delete';

export interface ConfirmDeedProps {
  asked: Asked;
  workflow: Workflow;
  /** The text of the version that runs. */
  deployed: string | null;
  onClose: () => void;
}

export function ConfirmDeed({ asked, ...props }: ConfirmDeedProps) {
  switch (asked) {
    case 'undeploy':
      return <ConfirmUndeploy {...props} />;
    case 'discard':
      return <ConfirmDiscard {...props} />;
    case 'delete':
      return <ConfirmDelete {...props} />;
  }
}

type DeedProps = Omit<ConfirmDeedProps, 'asked'>;

function ConfirmUndeploy({ workflow, onClose }: DeedProps) {
  const deed = useUndeploy(workflow.deployedVersion);
  return (
    <ConfirmDialog
      title={words.ask.undeploy(workflow.name)}
      consequence={words.consequence.undeploy}
      dryRun={<Effects lines={startsOf(workflow)} />}
      verb={words.verb.undeploy}
      isDanger
      {...confirming(deed)}
      keepText={words.keep}
      onConfirm={() => deed.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function ConfirmDelete({ workflow, onClose }: DeedProps) {
  const { workspaceId } = useEditorOf();
  const deed = useDelete(workflow.name);
  const own = useQuery(workflowSubscriptions(workspaceId, workflow.id)).data?.data;
  const subscriptions = own === undefined ? [] : [words.subscriptionsEnd(own.length)];
  const path = workflow.triggerUrl === undefined ? [] : [words.urlIsFree];
  return (
    <ConfirmDialog
      title={words.ask.delete(workflow.name)}
      consequence={words.consequence.delete}
      dryRun={<Effects lines={[...startsOf(workflow), ...path, ...subscriptions]} />}
      verb={words.verb.delete}
      isDanger
      {...confirming(deed)}
      keepText={words.keep}
      onClose={onClose}
    />
  );
}

function ConfirmDiscard({ workflow, deployed, onClose }: DeedProps) {
  const discard = useDiscard();
  return (
    <ConfirmDialog
      title={words.ask.discard(workflow.name)}
      consequence={words.consequence.discard(workflow.deployedVersion ?? 0)}
      dryRun={
        deployed !== null && (
          <Suspense fallback={<Skeleton label={common.loading} rows={3} />}>
            <Lost deployed={deployed} />
          </Suspense>
        )
      }
      verb={words.verb.discard}
      isDanger
      keepText={words.keep}
      disabledReason={deployed === null ? words.offline : null}
      onConfirm={() => {
        if (deployed !== null) discard(deployed);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** From what runs to the draft: that is what goes. */
function Lost({ deployed }: { deployed: string }) {
  const draft = useEditor(({ log }) => log.document.text);
  const list = useDifferences(deployed, draft)?.list;
  if (list === undefined) return null;
  const count = list.blocks.length + list.edges.length + list.fields.length;
  return (
    <div className={styles.lost}>
      <p>{words.lost(count)}</p>
      <ChangeListView list={list} selected={null} onSelect={() => undefined} />
    </div>
  );
}

/** What no longer starts it. */
function startsOf({ triggerUrl, trigger, deployedVersion }: Workflow): readonly string[] {
  if (deployedVersion === null) return [];
  if (trigger === 'schedule') return [words.scheduleEnds];
  return [triggerUrl === undefined ? words.noUrl : words.urlEnds(triggerUrl)];
}

function Effects({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles.effects} aria-label={words.effects}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
