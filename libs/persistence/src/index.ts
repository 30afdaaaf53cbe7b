export { accountLimitNameProblem, accountLimitProblem } from './account-limits.js';
export { advisoryLocks } from './advisory-locks.js';
export { migrate, openDatabase } from './database.js';
export { claimSession } from './bounded-connections.js';
export type { Database, DatabaseOptions } from './database.js';
export {
  AccountEntity,
  ApiKeyEntity,
  entities,
  SubscriptionEntity,
  WorkflowEntity,
  WorkflowVersionEntity,
  WorkspaceEntity,
  workspaceRoles,
  apiKeyScopes,
} from './entities/index.js';
export type { AccountLimits, ApiKeyScope, Plan, WorkspaceRole } from './entities/index.js';
export { recordCancellation } from './cancellation.js';
export { eraseWorkspace, eraseWorkspaceRows, eraseErasedWorkspaces } from './erase-workspace.js';
export { expireDeliveries } from './expire-deliveries.js';
export { expireStats } from './expire-stats.js';
export { storedBytes, textBytes } from './payload-size.js';
export {
  billingPeriodOf,
  limitsOf,
  rateWindowEndOf,
  rateWindowKey,
  rateWindowMs,
} from './plan-limits.js';
export type { PlanLimits, RateWindowKind } from './plan-limits.js';
export { keptNotificationDays, notificationKinds } from './notifications.js';
export {
  durationBucketSql,
  durationOfBucket,
  keptErrorDays,
  statsWidths,
  statsWidthsSql,
} from './stats.js';
export { inTransaction } from './transaction.js';
export { isDatabaseUnavailable, isStatementTimeout, isUnstorableText } from './unavailable.js';
export {
  loadWorkflowVersion,
  maxSnapshots,
  snapshotDraft,
  TooManySnapshotsError,
} from './workflow-versions.js';
export type { WorkflowVersionContent } from './workflow-versions.js';
export { checkMasterKey, resetLostWorkspaces, rewrapWorkspaceKeys } from './master-key-rotation.js';
export type { MasterKeyCheck } from './master-key-rotation.js';
export { createWorkspaceCipher, WorkspaceKeyError } from './workspace-cipher.js';
export type { WorkspaceCipher } from './workspace-cipher.js';
