/** The page before its data: its lines and columns at their places, without words. */
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { common } from '../../text/common.js';
import { executionText as words } from '../../text/execution.js';
import { Skeleton } from '../../ui/skeleton.js';
import { crumbsOf } from './crumbs.js';
import styles from './execution-skeleton.module.css';
import { Page } from '../../parts/page/page.js';

const rows = 12;

export function ExecutionSkeleton() {
  return (
    <Page body="fill" title={words.title} crumbs={crumbsOf(useWorkspaceId())}>
      <div className={styles.verdict} />
      <div className={styles.tabs} />
      <div className={styles.columns}>
        <div className={styles.canvas} />
        <Skeleton label={common.loading} rows={rows} columns="220px minmax(0, 1fr)" />
        <div className={styles.side} />
      </div>
    </Page>
  );
}
