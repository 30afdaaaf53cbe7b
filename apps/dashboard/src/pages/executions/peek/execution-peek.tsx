/** One execution beside the list, without its payloads. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { absoluteText, costText, countText, durationText } from '../../../core/format/format.js';
import { bareLog, type LogDetail } from '../../../data/log.queries.js';
import { useLive } from '../../../data/live/live-feed.js';
import { Loaded } from '../../../parts/failure/loaded.js';
import { StatusLabel } from '../../../parts/status-label/status-label.js';
import { common } from '../../../text/common.js';
import { executionsText } from '../../../text/executions.js';
import { CodeBlock } from '../../../ui/code-block.js';
import { IconButton } from '../../../ui/icon-button.js';
import { X } from '../../../ui/icon.js';
import styles from './execution-peek.module.css';

const { peek: words } = executionsText;

export interface ExecutionPeekProps {
  workspaceId: string;
  logId: string;
  onClose: () => void;
}

export function ExecutionPeek({ workspaceId, logId, onClose }: ExecutionPeekProps) {
  const queryClient = useQueryClient();
  const options = bareLog(workspaceId, logId);
  const log = useQuery(options);
  const executionId = log.data?.data.executionId;
  useLive((message) => {
    const isChanged =
      message.kind === 'executions' && message.changes.some(({ id }) => id === executionId);
    if (isChanged) void queryClient.invalidateQueries({ queryKey: options.queryKey });
  });
  return (
    <aside className={styles.peek} aria-label={words.title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{words.title}</h2>
        <IconButton tone="ghost" icon={X} label={common.close} onPress={onClose} />
      </div>
      <Loaded query={log}>{({ data }) => <Summary log={data} />}</Loaded>
    </aside>
  );
}

function Summary({ log }: { log: LogDetail }) {
  const { status, workflow, trigger, draft, deploymentVersion, cost, error } = log;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.status, <StatusLabel key="status" status={status} />],
    [words.workflow, workflow.deleted ? words.deleted(workflow.name) : workflow.name],
    [words.version, draft ? words.draft : String(deploymentVersion)],
    [words.trigger, trigger],
    [words.started, absoluteText(log.startedAt)],
    [words.ended, log.endedAt === null ? words.notEnded : absoluteText(log.endedAt)],
    [words.duration, log.totalDurationMs === null ? '' : durationText(log.totalDurationMs)],
    [words.cost, costText(cost.total)],
    [words.tokens, cost.tokens.total === 0 ? '' : countText(cost.tokens.total)],
  ];
  return (
    <>
      {error !== undefined && (
        <p className={styles.error}>
          <strong>{executionsText.atBlock(error.code, error.blockName ?? null)}</strong>
          <span>{error.message.slice(0, mostCharacters)}</span>
        </p>
      )}
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Blocks spans={log.traceSpans} />
      <CodeBlock
        label={words.call}
        text={`curl -H "x-api-key: $FLOWLEDGER_KEY" ${window.location.origin}/api/v1/logs/${log.id}`}
        isWrapped
      />
    </>
  );
}

const mostCharacters = 1_000;
const mostBlocks = 30;

function Blocks({ spans }: { spans: LogDetail['traceSpans'] }) {
  return (
    <>
      <h3 className={styles.subtitle}>{words.blocks}</h3>
      <ul className={styles.blocks}>
        {spans.slice(0, mostBlocks).map(({ id, name, status, durationMs }) => (
          <li key={id} className={styles.block}>
            <StatusLabel status={status} />
            <span className={styles.name} title={name}>
              {name}
            </span>
            <span className={styles.duration}>
              {durationMs === null ? '' : durationText(durationMs)}
            </span>
          </li>
        ))}
      </ul>
      {spans.length > mostBlocks && <p>{words.moreBlocks(spans.length - mostBlocks)}</p>}
    </>
  );
}
