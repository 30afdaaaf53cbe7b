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

/** A problem or a warning, as the API has it. */
export interface DeployNote {
  readonly blockId: string | null;
  readonly message: string;
}

export interface FailingTest {
  readonly id: string;
  readonly name: string;
  /** What was expected, and what came. */
  readonly detail: string;
  /** Its run. */
  readonly href: string | null;
}

export interface DeployedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly deployedVersion: number | null;
}

export interface DeployPanelProps {
  workspaceId: string;
  workflow: DeployedWorkflow;
  /** Texts of definitions; `deployed` is null before the first deployment. */
  texts: { readonly draft: string; readonly deployed: string | null };
  checks: {
    readonly problems: readonly DeployNote[];
    readonly warnings: readonly DeployNote[];
    readonly failingTests: readonly FailingTest[];
    readonly testCount: number;
  };
  selection: { readonly blockId: string | null; readonly onSelect: (blockId: string) => void };
  events: {
    readonly onDeployed: (version: number) => void;
    readonly onClose: () => void;
    /** Somebody saved meanwhile: the page reads their draft and merges it. */
    readonly onStale: () => void;
    /** Null: tests can not be run from here. */
    readonly onRunTests: (() => void) | null;
  };
}

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
      >
        <Suspense fallback={<Skeleton label={common.loading} rows={4} />}>
          <DeployContent {...props} />
        </Suspense>
      </SidePanel>
    </div>
  );
}
