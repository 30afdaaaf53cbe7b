/** One execution beside the list: what became of it, where the time went, who was told. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../../core/paths/paths.js';
import { allows } from '../../../core/status/allowed.js';
import { rerunExecution } from '../../../data/executions.queries.js';
import { bareLog, type LogDetail } from '../../../data/log.queries.js';
import { useLive } from '../../../data/live/live-feed.js';
import { useRole } from '../../../data/use-session.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { Loaded } from '../../../parts/failure/loaded.js';
import { StatusLabel } from '../../../parts/status-label/status-label.js';
import { common } from '../../../text/common.js';
import { executionPeekText as words } from '../../../text/execution-peek.js';
import { executionsText } from '../../../text/executions.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { CopyButton } from '../../../ui/copy-button.js';
import { IconButton } from '../../../ui/icon-button.js';
import { ChevronDown, ChevronUp, Link, RotateCcw, Terminal, X } from '../../../ui/icon.js';
import { Notice } from '../../../ui/notice.js';
import { notify } from '../../../ui/toast-queue.js';
import styles from './execution-peek.module.css';
import { PeekDeliveries } from './peek-deliveries.js';
import { PeekFacts } from './peek-facts.js';
import { PeekTimes } from './peek-times.js';

export interface ExecutionPeekProps {
  workspaceId: string;
  logId: string;
  onClose: () => void;
  /** One row on or back; null at the end of the loaded rows. */
  onNext: (() => void) | null;
  onPrevious: (() => void) | null;
}

export function ExecutionPeek({ workspaceId, logId, ...props }: ExecutionPeekProps) {
  const queryClient = useQueryClient();
  const options = bareLog(workspaceId, logId);
  const log = useQuery(options);
  const executionId = log.data?.data.executionId;
  useLive((message) => {
    const isChanged =
      message.kind === 'executions' && message.changes.some(({ id }) => id === executionId);
    if (isChanged) void queryClient.invalidateQueries({ queryKey: options.queryKey });
  });
  const detail = log.data?.data;
  return (
    <aside className={styles.peek} aria-label={words.title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{detail?.workflow.name ?? words.title}</h2>
        {detail !== undefined && (
          <Badge isMono>
            {detail.draft ? words.draft : words.version(detail.deploymentVersion)}
          </Badge>
        )}
        <span className={styles.space} />
        <IconButton
          tone="ghost"
          icon={ChevronUp}
          label={words.previous}
          keys="k"
          disabledReason={props.onPrevious === null ? words.isFirst : null}
          onPress={() => props.onPrevious?.()}
        />
        <IconButton
          tone="ghost"
          icon={ChevronDown}
          label={words.next}
          keys="j"
          disabledReason={props.onNext === null ? words.isLast : null}
          onPress={() => props.onNext?.()}
        />
        <IconButton tone="ghost" icon={X} label={common.close} keys="Esc" onPress={props.onClose} />
      </header>
      <Loaded query={log}>{({ data }) => <Summary workspaceId={workspaceId} log={data} />}</Loaded>
    </aside>
  );
}

function Summary({ workspaceId, log }: { workspaceId: string; log: LogDetail }) {
  return (
    <>
      <section className={styles.first}>
        <Outcome log={log} />
        <Actions workspaceId={workspaceId} log={log} />
      </section>
      <PeekTimes log={log} />
      <PeekDeliveries workspaceId={workspaceId} executionId={log.executionId} />
      <PeekFacts log={log} />
    </>
  );
}

const mostCharacters = 1_000;

function Outcome({ log: { status, error } }: { log: LogDetail }) {
  if (error === undefined) return <StatusLabel status={status} />;
  return (
    <Notice
      tone="error"
      title={executionsText.atBlock(error.code, error.blockName ?? null)}
      detail={error.message.slice(0, mostCharacters)}
    />
  );
}

function Actions({ workspaceId, log }: { workspaceId: string; log: LogDetail }) {
  const navigate = useNavigate();
  const role = useRole(workspaceId);
  const page = paths.execution(workspaceId, log.executionId);
  const fromBlockId = log.error?.blockId ?? null;
  const rerun = useMutation({
    mutationFn: () =>
      rerunExecution(workspaceId, log.executionId, { fromBlockId, isDraft: log.draft }),
    onSuccess: ({ data }) =>
      void navigate({ href: paths.execution(workspaceId, data.executionId) }),
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  const { origin } = window.location;
  const whileRunning = log.endedAt == null ? words.stillRuns : null;
  const refusal = allows(role, 'runWorkflows') ? whileRunning : words.needsEditor;
  return (
    <div className={styles.actions}>
      <Button tone="primary" keys="Enter" onPress={() => void navigate({ href: page })}>
        {words.open}
      </Button>
      <Button
        icon={RotateCcw}
        isPending={rerun.isPending}
        disabledReason={refusal}
        onPress={() => rerun.mutate()}
      >
        {fromBlockId === null ? words.rerun : words.rerunFrom(log.error?.blockName ?? fromBlockId)}
      </Button>
      <CopyButton
        tone="ghost"
        icon={Terminal}
        label={words.copyCurl}
        text={`curl -H "x-api-key: $FLOWLEDGER_KEY" ${origin}/api/v1/logs/${log.id}`}
      />
      <CopyButton tone="ghost" icon={Link} label={words.copyLink} text={`${origin}${page}`} />
    </div>
  );
}
