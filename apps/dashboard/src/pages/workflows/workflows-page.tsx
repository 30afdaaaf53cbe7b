import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { paths } from '../../core/paths/paths.js';
import { useLive } from '../../data/live/live-feed.js';
import { workflowPages } from '../../data/workflows.queries.js';
import { FailureNotice } from '../../parts/failure/failure-notice.js';
import { Page } from '../../parts/page/page.js';
import { VirtualTable } from '../../parts/virtual-table/virtual-table.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { common } from '../../text/common.js';
import { workflowsText as words } from '../../text/workflows.js';
import { AppLink } from '../../ui/app-link.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Workflow as WorkflowIcon } from '../../ui/icon.js';
import { Skeleton } from '../../ui/skeleton.js';
import { TextField } from '../../ui/text-field.js';
import { NewWorkflowButton } from './new-workflow-button.js';
import { workflowsSearch } from './model/workflows-search.js';
import { workflowColumns } from './workflow-columns.js';
import styles from './workflows-page.module.css';

const narrowRowPx = 60;
const prefetchRows = 30;
/** Figures are read again after executions, but no more often. */
const everyMs = 15_000;

export function WorkflowsPage() {
  const ws = useWorkspaceId();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { q } = workflowsSearch.parse(raw);
  const options = workflowPages(ws, q);
  const list = useInfiniteQuery(options);
  const readAt = useRef(0);
  useLive((message, atMs) => {
    if (message.kind === 'resync') readAt.current = 0;
    else if (message.kind !== 'executions') return;
    if (atMs - readAt.current < everyMs) return;
    readAt.current = atMs;
    void queryClient.invalidateQueries({ queryKey: options.queryKey });
  });
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const pageOf = (id: string): string => paths.workflow(ws, id);
  return (
    <Page title={words.title} body="fill" actions={<NewWorkflowButton />}>
      <div className={styles.filter}>
        <TextField
          label={words.find}
          isLabelHidden
          placeholder={words.find}
          value={q}
          onChange={(text) =>
            void navigate({ to: '.', search: workflowsSearch.format({ q: text }), replace: true })
          }
        />
      </div>
      {list.error !== null && list.data === undefined ? (
        <FailureNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <Skeleton label={common.loading} rows={12} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={WorkflowIcon}
          title={q === '' ? words.empty : words.noMatch(q)}
          detail={q === '' ? words.emptyDetail : undefined}
        >
          {q === '' && <AppLink href={paths.start(ws)}>{words.toStart}</AppLink>}
        </EmptyState>
      ) : (
        <VirtualTable
          label={words.title}
          className={styles.columns ?? ''}
          rows={rows}
          columns={workflowColumns}
          targetOf={({ id }) => ({ to: pageOf(id) })}
          onOpen={({ id }) => void navigate({ href: pageOf(id) })}
          memory={`workflows ${ws} ${q}`}
          narrowRowPx={narrowRowPx}
          isBusy={list.isRefetching}
          onRowsLeft={(count) => {
            if (count < prefetchRows && list.hasNextPage && !list.isFetching && !list.isError)
              void list.fetchNextPage();
          }}
        />
      )}
    </Page>
  );
}
