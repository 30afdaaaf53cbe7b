import type { RecordTypes } from '@libs/contracts';
import { type NotedChange, notedChange } from '../engine/noted-change.js';

/** Whether an operation on a workflow changes what its pages show. */
const ofWorkflows: ReadonlySet<string> = new Set([
  ...['createWorkflow', 'importWorkflow', 'updateWorkflow', 'changeWorkflow', 'deleteWorkflow'],
  ...['deployWorkflow', 'deployWorkflowVersion', 'undeployWorkflow'],
  ...['pauseWorkflow', 'resumeWorkflow'],
]);
/** The same for what is stored beside the draft of a workflow, by operation. */
const besideDrafts: Readonly<Record<string, 'pins' | 'tests'>> = {
  putWorkflowPin: 'pins',
  deleteWorkflowPin: 'pins',
  replaceWorkflowTests: 'tests',
  putWorkflowTest: 'tests',
  deleteWorkflowTest: 'tests',
};
/** The same for a subscription, at the path of a workflow or of the workspace. */
const ofSubscriptions =
  /^(?:create|replace|change|delete|rotate|activate)(?:Workspace)?Subscription(?:Secret)?$/;

const idIn = (path: string, collection: string): string | null =>
  new RegExp(`/${collection}/([0-9a-f-]{36})(?:/|$)`).exec(path)?.[1] ?? null;

/** Null: it was refused, or pages do not show what it changed. */
export function changeOfAction(
  { action, workspaceId, path, keyId, userId }: RecordTypes['ManagementActionRequested'],
  { status, targetId }: RecordTypes['ManagementActionEnded'],
): NotedChange | null {
  if (status >= 400) return null;
  const by = userId ?? keyId;
  const workflowId = idIn(path, 'workflows');
  if (ofWorkflows.has(action)) {
    const id = workflowId ?? targetId;
    if (id === null) return null;
    return notedChange({ topic: 'workflows', id, workspaceId, workflowId: id, status: action, by });
  }
  const beside = besideDrafts[action];
  if (beside !== undefined && workflowId !== null)
    return notedChange({ topic: beside, id: workflowId, workspaceId, workflowId, by });
  const id = idIn(path, 'subscriptions') ?? targetId;
  if (!ofSubscriptions.test(action) || id === null) return null;
  return notedChange({ topic: 'subscriptions', id, workspaceId, workflowId, by });
}
