import type { Workflow } from '../../data/workflow.queries.js';
import { workflowText as words } from '../../text/workflow.js';
import { Badge } from '../../ui/badge.js';
import { useDraftDiffers } from './use-draft-differs.js';

export interface WorkflowStateProps {
  workspaceId: string;
  workflow: Workflow;
}

/** The version that runs, whether the draft differs from it, and whether it is paused. */
export function WorkflowState({ workspaceId, workflow }: WorkflowStateProps) {
  const { deployedVersion, pausedAt } = workflow;
  const differs = useDraftDiffers(workspaceId, workflow) === true;
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
