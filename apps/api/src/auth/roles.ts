/**
 * Which operations a role may call, by operation id of the OpenAPI document. Each role includes the
 * roles listed before it. An unlisted operation is closed to everyone, so the author of a new route
 * must decide who may call it.
 */
import { type WorkspaceRole, workspaceRoles } from '@libs/persistence';

const operationsByRole: Readonly<Record<WorkspaceRole, readonly string[]>> = {
  viewer: [
    'listLogs',
    'tailLogs',
    'exportLogs',
    'getLog',
    'getExecutionLog',
    'getExecution',
    'followExecution',
    'listWorkflows',
    'getWorkflow',
    'listWorkflowVersions',
    'listSubscriptions',
    'getSubscription',
    'listWorkspaceSubscriptions',
    'getWorkspaceSubscription',
    'listDeliveries',
    'getDelivery',
    'listRecoveries',
    'getRecovery',
    'listBatches',
    'getBatch',
    'listWorkspaces',
    'listMembers',
    'getMember',
    'getCaller',
    'getUsage',
  ],
  editor: [
    'executeWorkflow',
    'cancelExecution',
    'resumeExecution',
    'rerunExecution',
    'startBatch',
    'cancelBatch',
    'createWorkflow',
    'importWorkflow',
    'updateWorkflow',
    'deleteWorkflow',
    'deployWorkflow',
    'createSubscription',
    'replaceSubscription',
    'changeSubscription',
    'deleteSubscription',
    'activateSubscription',
    'testSubscription',
    'rotateSubscriptionSecret',
    'createWorkspaceSubscription',
    'replaceWorkspaceSubscription',
    'changeWorkspaceSubscription',
    'deleteWorkspaceSubscription',
    'activateWorkspaceSubscription',
    'testWorkspaceSubscription',
    'rotateWorkspaceSubscriptionSecret',
    'redeliver',
    'redeliverSince',
    'cancelRecovery',
    'listSecrets',
    'getSecret',
    'putSecret',
    'deleteSecret',
  ],
  owner: [
    'listApiKeys',
    'createApiKey',
    'getApiKey',
    'revokeApiKey',
    'addMember',
    'changeMember',
    'removeMember',
    'createWorkspace',
    'deleteWorkspace',
    'listAuditEvents',
  ],
};

const roles = new Map(
  workspaceRoles.flatMap((role) => operationsByRole[role].map((operation) => [operation, role])),
);

export const operationsWithRole: readonly string[] = [...roles.keys()];

/** Undefined when no role may call it. */
export const roleFor = (operation: string): WorkspaceRole | undefined => roles.get(operation);

export const includesRole = (has: WorkspaceRole, needs: WorkspaceRole): boolean =>
  workspaceRoles.indexOf(has) >= workspaceRoles.indexOf(needs);
