import type { RecordTypes } from '@libs/contracts';
import { type NotedChange, notedChange } from '../engine/noted-change.js';

/** Whether an operation on a workflow changes what its pages show. */
const ofWorkflows: ReadonlySet<string> = new Set([
  ...['createWorkflow', 'importWorkflow', 'updateWorkflow', 'changeWorkflow', 'deleteWorkflow'],
  ...['deployWorkflow', 'deployWorkflowVersion', 'undeployWorkflow'],
  ...['pauseWorkflow', 'resumeWorkflow'],
]);
const workflowInPath = /\/workflows\/([0-9a-f-]{36})(?:\/|$)/;

/** Null: it was refused, or it is no action on a workflow. */
export function changeOfAction(
  { action, workspaceId, path, keyId, userId }: RecordTypes['ManagementActionRequested'],
  { status, targetId }: RecordTypes['ManagementActionEnded'],
): NotedChange | null {
  if (!ofWorkflows.has(action) || status >= 400) return null;
  const id = workflowInPath.exec(path)?.[1] ?? targetId;
  if (id === null) return null;
  const by = userId ?? keyId;
  return notedChange({ topic: 'workflows', id, workspaceId, workflowId: id, status: action, by });
}
