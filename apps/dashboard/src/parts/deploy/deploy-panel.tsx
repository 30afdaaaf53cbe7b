/**
 * Deploys a draft: what differs from what runs, what callers notice, what warns, and a note. The
 * page draws the same differences on its canvas, by `useDifferences`.
 */
import { Suspense } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { versionPages } from '../../data/versions.queries.js';
import { common } from '../../text/common.js';
import { deployText as words } from '../../text/deploy.js';
import { SidePanel } from '../../ui/side-panel.js';
import { Skeleton } from '../../ui/skeleton.js';
import { DeployContent } from './deploy-content.js';
import styles from './deploy-panel.module.css';
import type { DeployPanelProps } from './deploy-props.js';

/** Beside it the canvas keeps 640 px. */
const columnFromPx = 1180;

export function DeployPanel(props: DeployPanelProps) {
  const { workspaceId, workflow, events } = props;
  const versions = useInfiniteQuery(versionPages(workspaceId, workflow.id));
  const newest = versions.data?.pages[0]?.data[0]?.version;
  const next = versions.data === undefined ? null : (newest ?? 0) + 1;
  return (
    <div className={styles.wide}>
      <SidePanel
        title={words.title(next)}
        actions={<span className={styles.over}>{words.over(workflow.deployedVersion)}</span>}
        onClose={events.onClose}
        overBelowPx={columnFromPx}
      >
        <Suspense fallback={<Skeleton label={common.loading} rows={4} />}>
          <DeployContent {...props} />
        </Suspense>
      </SidePanel>
    </div>
  );
}
