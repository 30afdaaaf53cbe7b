/** The tests of the workflow beside its canvas: they are shared, and no part of a version. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sizeText } from '../../../core/format/size-text.js';
import { allows } from '../../../core/status/allowed.js';
import { withPart } from '../../../core/workflow-test/test-text.js';
import type { WorkflowTest } from '../../../data/cut-tests.js';
import { useLive } from '../../../data/live/live-feed.js';
import { useRole } from '../../../data/use-session.js';
import {
  listTests,
  mostTestBytes,
  mostTests,
  putTest,
} from '../../../data/workflow-tests.queries.js';
import { lastExecutions } from '../../../data/workflow.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { Loaded } from '../../../parts/failure/loaded.js';
import { testText as words } from '../../../text/workflow-tests.js';
import { Button } from '../../../ui/button.js';
import { FlaskConical, Pencil, Play } from '../../../ui/icon.js';
import { Notice } from '../../../ui/notice.js';
import { SidePanel, SideSection } from '../../../ui/side-panel.js';
import { useShownRun } from '../run/shown-run.js';
import { useEditorOf } from '../store/editor-context.js';
import { OpenDialog, type OpenTest } from './open-dialog.js';
import { TestRow } from './test-row.js';
import styles from './tests.module.css';
import { useBlockNames, useLastResults, useRunTests } from './use-tests.js';

export function TestsSide({ onClose }: { onClose: () => void }) {
  const { workspaceId, workflowId } = useEditorOf();
  const disabledReason = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const query = useQuery(listTests(workspaceId, workflowId));
  const [open, setOpen] = useState<OpenTest | null>(null);
  const run = useRunTests();
  const executionId = useSavedRun();
  const ids = (query.data ?? []).map(({ id }) => id);
  return (
    <SidePanel
      title={words.title}
      onClose={onClose}
      actions={
        <Button
          icon={Play}
          isPending={run.isPending}
          disabledReason={disabledReason ?? (ids.length === 0 ? words.empty : null)}
          onPress={() => run.mutate(ids)}
        >
          {words.runAll}
        </Button>
      }
    >
      <SideSection>
        <div className={styles.buttons}>
          <Button
            icon={FlaskConical}
            disabledReason={disabledReason ?? (executionId === null ? words.noRun : null)}
            onPress={() => executionId !== null && setOpen({ kind: 'run', executionId })}
          >
            {words.saveRun}
          </Button>
          <Button
            tone="ghost"
            icon={Pencil}
            disabledReason={disabledReason}
            onPress={() => setOpen({ kind: 'edit', test: null })}
          >
            {words.write}
          </Button>
        </div>
        <Bounds tests={query.data ?? []} />
        {run.error !== null && (
          <Notice tone="error" title={words.failedToRun} detail={failureText(run.error)} />
        )}
      </SideSection>
      <Loaded query={query}>
        {(tests) => (
          <TestList
            tests={tests}
            disabledReason={disabledReason}
            onRun={(id) => run.mutate([id])}
            onOpen={setOpen}
          />
        )}
      </Loaded>
      <OpenDialog open={open} onClose={() => setOpen(null)} onRun={(id) => run.mutate([id])} />
    </SidePanel>
  );
}

/** The shown run, or the newest that has ended. */
function useSavedRun(): string | null {
  const { workspaceId, workflowId } = useEditorOf();
  const shown = useShownRun();
  const last = useQuery({ ...lastExecutions(workspaceId, workflowId, 5), enabled: shown === null });
  useLive((message) => {
    const hasEnded =
      message.kind === 'executions' &&
      message.changes.some((one) => one.workflowId === workflowId && one.endedAt != null);
    if (hasEnded && shown === null) void last.refetch();
  });
  if (shown !== null) return shown.isLive ? null : shown.executionId;
  return last.data?.data.find(({ endedAt }) => endedAt !== null)?.executionId ?? null;
}

function Bounds({ tests }: { tests: readonly WorkflowTest[] }) {
  const bytes = tests.reduce((sum, { text }) => sum + text.length, 0);
  return (
    <p className={styles.bounds}>
      {tests.length === 0
        ? words.empty
        : words.bounds(tests.length, mostTests, sizeText(bytes), sizeText(mostTestBytes))}
    </p>
  );
}

interface TestListProps {
  tests: readonly WorkflowTest[];
  disabledReason: string | null;
  onRun: (id: string) => void;
  onOpen: (open: OpenTest) => void;
}

function TestList({ tests, disabledReason, onRun, onOpen }: TestListProps) {
  const { workspaceId, workflowId } = useEditorOf();
  const queryClient = useQueryClient();
  const results = useLastResults();
  const names = useBlockNames();
  const takePath = useMutation({
    mutationFn: async ({ test, path }: { test: WorkflowTest; path: readonly string[] }) => {
      const text = withPart(test.text, ['expect', 'path'], path);
      await putTest(workspaceId, workflowId, { id: test.id, text });
      await queryClient.invalidateQueries({
        queryKey: listTests(workspaceId, workflowId).queryKey,
      });
      return test.id;
    },
    onSuccess: onRun,
  });
  return (
    <>
      {takePath.error !== null && (
        <SideSection>
          <Notice tone="error" title={words.failed} detail={failureText(takePath.error)} />
        </SideSection>
      )}
      <ul className={styles.list} aria-label={words.title}>
        {tests.map((test) => (
          <TestRow
            key={test.id}
            {...{ test, names, disabledReason }}
            last={results[test.id]}
            onRun={() => onRun(test.id)}
            onEdit={() => onOpen({ kind: 'edit', test })}
            onRemove={() => onOpen({ kind: 'remove', test })}
            onTakePath={(path) => takePath.mutate({ test, path })}
          />
        ))}
      </ul>
    </>
  );
}
