import { useQuery } from '@tanstack/react-query';
import { checkDraft, listVersions, type Workflow } from '../../data/workflow.queries.js';

/** Whether the draft differs from the version that runs. Null: nothing runs, or not known yet. */
export function useDraftDiffers(workspaceId: string, workflow: Workflow): boolean | null {
  const { id, deployedVersion, definition } = workflow;
  const versions = useQuery(listVersions(workspaceId, id));
  const draft = useQuery(checkDraft(workspaceId, definition));
  const deployed = versions.data?.data.find(({ version }) => version === deployedVersion);
  const draftHash = draft.data?.data.contentHash ?? null;
  return deployed === undefined || draftHash === null ? null : deployed.contentHash !== draftHash;
}
