/**
 * What a member may do, by the operation's name in the OpenAPI document. Each role also has what stands above it. An operation that is
 * not here is closed to everybody: whoever adds a route decides who may call it.
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

/** Undefined when nobody may. */
export const roleFor = (operation: string): WorkspaceRole | undefined => roles.get(operation);

export const includesRole = (has: WorkspaceRole, needs: WorkspaceRole): boolean =>
  workspaceRoles.indexOf(has) >= workspaceRoles.indexOf(needs);
