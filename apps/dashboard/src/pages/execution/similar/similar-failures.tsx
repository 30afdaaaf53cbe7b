/** How many more failed like this execution, when, and what to do about all of them. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { absoluteText, timeOfDayText } from '../../../core/format/format.js';
import { paths } from '../../../core/paths/paths.js';
import { allows } from '../../../core/status/allowed.js';
import { hourly, lastDay } from '../../../core/volume/hourly.js';
import { latestErrorGroups } from '../../../data/error-groups.queries.js';
import { useZone } from '../../../data/preferences.js';
import { useRole } from '../../../data/use-session.js';
import { executionVolume } from '../../../data/volume.queries.js';
import { Sparkline } from '../../../parts/sparkline/sparkline.js';
import { executionText } from '../../../text/execution.js';
import { Button } from '../../../ui/button.js';
import { useKit } from '../../../ui/kit.js';
import type { ShownExecution } from '../shown-execution.js';
import { RerunAllDialog } from './rerun-all-dialog.js';
import styles from './similar-failures.module.css';

const { similar: words, header } = executionText;

export interface SimilarFailuresProps {
  execution: ShownExecution;
  nowMs: number;
}

export function SimilarFailures({ execution, nowMs }: SimilarFailuresProps) {
  const { workspaceId, head } = execution;
  const { fingerprint } = head;
  const zone = useZone();
  const { follow } = useKit();
  const role = useRole(workspaceId);
  const [isAsking, setAsking] = useState(false);
  const groups = useQuery({
    ...latestErrorGroups(workspaceId),
    enabled: fingerprint !== null,
  });
  const group = groups.data?.data.find((one) => one.fingerprint === fingerprint);
  if (group === undefined || group.count < 2) return null;
  const firstMs = Date.parse(group.firstSeen);
  const isToday = nowMs - firstMs < dayMs;
  const since = isToday ? timeOfDayText(firstMs, zone) : absoluteText(group.firstSeen, zone);
  const block = head.error?.blockName ?? null;
  return (
    <section className={styles.similar} aria-label={words.title(group.count - 1, since)}>
      <h2 className={styles.title}>{words.title(group.count - 1, since)}</h2>
      <p className={styles.where}>
        {[
          ...(block === null ? [] : [words.where(block)]),
          ...(group.versions.length === 0 ? [] : [words.versions(group.versions.join(', '))]),
        ].join(', ')}
      </p>
      <div className={styles.actions}>
        <Button
          onPress={() =>
            follow(`${paths.executions(workspaceId)}?status=error&group=${group.fingerprint}`)
          }
        >
          {words.open}
        </Button>
        <Button
          tone="ghost"
          disabledReason={allows(role, 'runWorkflows') ? null : header.mustEdit}
          onPress={() => setAsking(true)}
        >
          {words.rerun(group.count)}
        </Button>
      </div>
      <Spark workspaceId={workspaceId} workflowId={head.workflow.id} nowMs={nowMs} />
      {isAsking && (
        <RerunAllDialog
          execution={execution}
          fingerprint={group.fingerprint}
          count={group.count}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

const dayMs = 86_400_000;

interface SparkProps {
  workspaceId: string;
  workflowId: string;
  nowMs: number;
}

function Spark({ workspaceId, workflowId, nowMs }: SparkProps) {
  const range = lastDay(nowMs);
  const { data } = useQuery(executionVolume(workspaceId, { ...range, bucket: 'hour' }, workflowId));
  const bars = hourly(data?.data ?? [], range.fromMs);
  const all = bars.reduce((sum, { total }) => sum + total, 0);
  const failed = bars.reduce((sum, { errors }) => sum + errors, 0);
  return (
    <div className={styles.spark}>
      <Sparkline bars={bars} label={words.spark(all, failed)} size="large" />
      <span>{words.caption}</span>
    </div>
  );
}
