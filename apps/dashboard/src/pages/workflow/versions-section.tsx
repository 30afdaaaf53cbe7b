import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { allows } from '../../core/status/allowed.js';
import { keyOf } from '../../data/ask.js';
import { useRole } from '../../data/use-session.js';
import {
  deployVersion,
  listVersions,
  type Workflow,
  type WorkflowVersion,
} from '../../data/workflow.queries.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { Time } from '../../parts/time/time.js';
import { workflowText as words } from '../../text/workflow.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Rows } from '../../ui/rows.js';
import { notify } from '../../ui/toast-queue.js';
import styles from './workflow-page.module.css';

export interface VersionsSectionProps {
  workspaceId: string;
  workflow: Workflow;
}

export function VersionsSection({ workspaceId, workflow }: VersionsSectionProps) {
  const versions = useQuery(listVersions(workspaceId, workflow.id));
  return (
    <section className={styles.section}>
      <Loaded query={versions}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={styles.says}>{words.noVersions}</p>
          ) : (
            <Rows
              label={words.view.versions}
              rows={data}
              keyOf={({ version }) => String(version)}
              columns={[
                {
                  id: 'version',
                  title: words.versionTitle,
                  cell: ({ version }) => <Badge isMono>{words.version(version)}</Badge>,
                },
                { id: 'note', title: words.note, cell: ({ note }) => note ?? '' },
                {
                  id: 'at',
                  title: words.deployed,
                  cell: ({ createdAt }) => <Time at={createdAt} />,
                },
                {
                  ...{ id: 'deploy', title: words.use, align: 'end' as const },
                  cell: (version) => (
                    <UseVersion workspaceId={workspaceId} workflow={workflow} of={version} />
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

interface UseVersionProps extends VersionsSectionProps {
  of: WorkflowVersion;
}

function UseVersion({ workspaceId, workflow, of: { version } }: UseVersionProps) {
  const queryClient = useQueryClient();
  const role = useRole(workspaceId);
  const deploy = useMutation({
    mutationFn: () => deployVersion(workspaceId, workflow.id, version),
    onSuccess: () => {
      notify(words.isDeployed(version));
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'getWorkflow') });
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'listWorkflowVersions') });
    },
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  if (version === workflow.deployedVersion) return words.isRunning;
  return (
    <Button
      isPending={deploy.isPending}
      disabledReason={allows(role, 'editWorkflows') ? null : words.needsEditor}
      onPress={() => deploy.mutate()}
    >
      {words.deployVersion(version)}
    </Button>
  );
}
