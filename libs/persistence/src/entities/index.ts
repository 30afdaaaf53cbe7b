/** TypeORM entities, only for data that people edit; read models have none. */
import { AccountEntity } from './account.entity.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { SubscriptionEntity } from './subscription.entity.js';
import { WorkflowVersionEntity } from './workflow-version.entity.js';
import { WorkflowEntity } from './workflow.entity.js';
import { WorkspaceEntity } from './workspace.entity.js';

export {
  AccountEntity,
  ApiKeyEntity,
  SubscriptionEntity,
  WorkflowEntity,
  WorkflowVersionEntity,
  WorkspaceEntity,
};
export type { AccountLimits, Plan } from './account.entity.js';
export { apiKeyScopes, workspaceRoles } from './api-key.entity.js';
export type { ApiKeyScope, WorkspaceRole } from './api-key.entity.js';

export const entities: (new () => object)[] = [
  AccountEntity,
  ApiKeyEntity,
  SubscriptionEntity,
  WorkflowEntity,
  WorkflowVersionEntity,
  WorkspaceEntity,
];
