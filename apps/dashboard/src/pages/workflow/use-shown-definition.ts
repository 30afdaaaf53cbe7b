/** The draft or the deployed version, with the places that its author gave the blocks. */
import { useQuery } from '@tanstack/react-query';
import { draftLayout, getVersion, type Workflow } from '../../data/workflow.queries.js';
import type { WorkflowStateShown } from './model/workflow-search.js';

export interface ShownDefinition {
  /** Null while it is read. */
  readonly definition: object | null;
  readonly layout: unknown;
  readonly error: Error | null;
}

export function useShownDefinition(
  workspaceId: string,
  { id, definition, deployedVersion }: Workflow,
  state: WorkflowStateShown,
): ShownDefinition {
  const isDeployed = state === 'deployed' && deployedVersion !== null;
  const layout = useQuery({ ...draftLayout(workspaceId, id), enabled: !isDeployed });
  const version = useQuery({
    ...getVersion(workspaceId, id, deployedVersion ?? 0),
    enabled: isDeployed,
  });
  if (isDeployed) {
    const data = version.data?.data;
    return { definition: data?.definition ?? null, layout: data?.layout, error: version.error };
  }
  // Without its places the draft is laid out, so a failure to read them is none.
  return {
    definition: layout.isPending ? null : definition,
    layout: layout.data?.data,
    error: null,
  };
}
