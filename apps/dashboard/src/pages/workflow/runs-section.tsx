import { Link } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { durationText } from '../../core/format/format.js';
import { paths } from '../../core/paths/paths.js';
import { useLive } from '../../data/live/live-feed.js';
import { lastExecutions, type Workflow } from '../../data/workflow.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { StatusLabel } from '../../parts/status-label/status-label.js';
import { Time } from '../../parts/time/time.js';
import { workflowText as words } from '../../text/workflow.js';
import { Rows } from '../../ui/rows.js';
import styles from './workflow-page.module.css';

export interface RunsSectionProps {
  workspaceId: string;
  workflow: Workflow;
}

const mostRuns = 5;

export function RunsSection({ workspaceId, workflow }: RunsSectionProps) {
  const queryClient = useQueryClient();
  const options = lastExecutions(workspaceId, workflow.id, mostRuns);
  const runs = useQuery(options);
  useLive((message) => {
    const isOurs =
      message.kind === 'resync' ||
      (message.kind === 'executions' &&
        message.changes.some(({ workflowId }) => workflowId === workflow.id));
    if (isOurs) void queryClient.invalidateQueries({ queryKey: options.queryKey });
  });
  const all = `${paths.executions(workspaceId)}?workflow=${encodeURIComponent(workflow.name)}`;
  return (
    <section className={styles.section}>
      <header className={styles.sectionHead}>
        <h2>{words.runs}</h2>
        <Link to={all}>{words.allRuns}</Link>
      </header>
      <Loaded query={runs}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={styles.says}>{words.noRuns}</p>
          ) : (
            <Rows
              label={words.runs}
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                {
                  ...{ id: 'status', title: words.status, isName: true },
                  cell: ({ status, executionId }) => (
                    <Link to={paths.execution(workspaceId, executionId)} className={styles.run}>
                      <StatusLabel status={status} />
                    </Link>
                  ),
                },
                {
                  id: 'result',
                  title: words.result,
                  cell: ({ result, errorCode }) => {
                    const text = errorCode ?? result ?? '';
                    return (
                      <span
                        className={`${styles.oneLine} ${errorCode === null ? '' : styles.failed}`}
                        title={text}
                      >
                        {text}
                      </span>
                    );
                  },
                },
                {
                  ...{ id: 'duration', title: words.duration, align: 'end' as const },
                  cell: ({ totalDurationMs }) =>
                    totalDurationMs === null ? '' : durationText(totalDurationMs),
                },
                {
                  ...{ id: 'started', title: words.started, align: 'end' as const },
                  cell: ({ startedAt }) => (
                    <span className={styles.when}>
                      <Time at={startedAt} />
                    </span>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  );
}
