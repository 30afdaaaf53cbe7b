import { useQuery } from '@tanstack/react-query';
import { checkDraft, listVersions, type Workflow } from '../../data/workflow.queries.js';
import { workflowText as words } from '../../text/workflow.js';
import { Badge } from '../../ui/badge.js';

export interface WorkflowStateProps {
  workspaceId: string;
  workflow: Workflow;
}

/** The version that runs, whether the draft differs from it, and whether it is paused. */
export function WorkflowState({ workspaceId, workflow }: WorkflowStateProps) {
  const { deployedVersion, pausedAt, definition } = workflow;
  const versions = useQuery(listVersions(workspaceId, workflow.id));
  const draft = useQuery(checkDraft(workspaceId, definition));
  const deployed = versions.data?.data.find(({ version }) => version === deployedVersion);
  const draftHash = draft.data?.data.contentHash ?? null;
  const differs =
    deployed !== undefined && draftHash !== null && deployed.contentHash !== draftHash;
  return (
    <>
      {deployedVersion === null ? (
        <Badge tone="line">{words.notDeployed}</Badge>
      ) : (
        <Badge isMono>{words.version(deployedVersion)}</Badge>
      )}
      {differs && <Badge tone="accent">{words.draftDiffers}</Badge>}
      {pausedAt !== null && <Badge tone="waiting">{words.paused}</Badge>}
    </>
  );
}
