import { InitialSchema1763700000000 } from './1763700000000-initial-schema.js';
import { LogTailOfWorkspace1763710000000 } from './1763710000000-log-tail-of-workspace.js';
import { TraceOfDelivery1763711800000 } from './1763711800000-trace-of-delivery.js';
import { WorkflowSchedule1763712900000 } from './1763712900000-workflow-schedule.js';
import { SubscriptionOptions1795260224336 } from './1795260224336-subscription-options.js';
import { ExecutionSearch1795261422779 } from './1795261422779-execution-search.js';
import { AuditAndErasure1795263498459 } from './1795263498459-audit-and-erasure.js';
import { ParkedExecution1795261557872 } from './1795261557872-parked-execution.js';
import { LogFilterIndexes1795264528047 } from './1795264528047-log-filter-indexes.js';
import { UsersAndMembers1795272177040 } from './1795272177040-users-and-members.js';
import { BodiesApartFromFences1795273464533 } from './1795273464533-bodies-apart-from-fences.js';
import { ExecutionTurn1795274190094 } from './1795274190094-execution-turn.js';
import { AuditOutbox1795273750243 } from './1795273750243-audit-outbox.js';
import { ExecutionBatch1795275129656 } from './1795275129656-execution-batch.js';
import { LogPartitions1795272815438 } from './1795272815438-log-partitions.js';
import { LogRangeIndexes1795284185837 } from './1795284185837-log-range-indexes.js';
import { TakeTurns1795288765145 } from './1795288765145-take-turns.js';
import { ReleaseTurns1795295295162 } from './1795295295162-release-turns.js';
import { DeliveryBeforeItsSchedule1795394857379 } from './1795394857379-delivery-before-its-schedule.js';
import { CommittedOffset1795429161547 } from './1795429161547-committed-offset.js';
import { SubscriptionOffSince1795487210331 } from './1795487210331-subscription-off-since.js';
import { LogModelSets1795515600000 } from './1795515600000-log-model-sets.js';
import { WorkspaceOfIdempotencyKey1795523000000 } from './1795523000000-workspace-of-idempotency-key.js';
import { IdempotencyKeysOfWorkspace1795523000001 } from './1795523000001-idempotency-keys-of-workspace.js';
import { ExecutionTrial1795600100000 } from './1795600100000-execution-trial.js';
import { WorkflowsOfWorkspace1795600200000 } from './1795600200000-workflows-of-workspace.js';
import { SubscriptionsOfWorkspace1795600200001 } from './1795600200001-subscriptions-of-workspace.js';
import { DeliveriesOfWorkspace1795600200002 } from './1795600200002-deliveries-of-workspace.js';
import { FencesOfWorkspace1795600200003 } from './1795600200003-fences-of-workspace.js';
import { ExecutionFamily1795600300000 } from './1795600300000-execution-family.js';
import { DatabaseInstance1795600400000 } from './1795600400000-database-instance.js';
import { WebhookPaths1795700400000 } from './1795700400000-webhook-paths.js';
import { OldTriggerUrls1795800100000 } from './1795800100000-old-trigger-urls.js';
import { TriggerTokens1795800100001 } from './1795800100001-trigger-tokens.js';
import { TriggerRoutes1795800100002 } from './1795800100002-trigger-routes.js';
import { OldTriggerUrlsOfWorkspace1795800100003 } from './1795800100003-old-trigger-urls-of-workspace.js';
import { StoredBytes1795800200000 } from './1795800200000-stored-bytes.js';
import { ReceiverHosts1795800300000 } from './1795800300000-receiver-hosts.js';
import { QuotaIndexes1795800300001 } from './1795800300001-quota-indexes.js';
import { LimitedKeys1795800300002 } from './1795800300002-limited-keys.js';
import { HostsOfSecrets1795800400000 } from './1795800400000-hosts-of-secrets.js';
import { WorkspaceVariable1795800400001 } from './1795800400001-workspace-variable.js';
import { ExecutionUsage1795800500000 } from './1795800500000-execution-usage.js';
import { SuspendedAccounts1795800500001 } from './1795800500001-suspended-accounts.js';
import { AccountsForOperators1795800500002 } from './1795800500002-accounts-for-operators.js';
import { LifeOfAWorkflow1795900100000 } from './1795900100000-life-of-a-workflow.js';
import { LayoutsAndFolders1795900100001 } from './1795900100001-layouts-and-folders.js';
import { TrialsOfDrafts1795900300000 } from './1795900300000-trials-of-drafts.js';
import { Sessions1796000100000 } from './1796000100000-sessions.js';
import { PageOfDeliveries1796000200000 } from './1796000200000-page-of-deliveries.js';
import { ApprovalsOfExecution1796000200001 } from './1796000200001-approvals-of-execution.js';
import { SearchOfWorkspace1796000200002 } from './1796000200002-search-of-workspace.js';
import { SavedViews1796000200003 } from './1796000200003-saved-views.js';
import { UsesOfSecrets1796000200004 } from './1796000200004-uses-of-secrets.js';
import { ExecutionStats1796000300000 } from './1796000300000-execution-stats.js';
import { DeliveryStats1796000300001 } from './1796000300001-delivery-stats.js';
import { ErrorGroups1796000300002 } from './1796000300002-error-groups.js';
import { UsersByEmail1796000400000 } from './1796000400000-users-by-email.js';
import { OidcSignIn1796000400001 } from './1796000400001-oidc-sign-in.js';
import { OrdersOfWorkflows1796000500000 } from './1796000500000-orders-of-workflows.js';
import { Notifications1796000500001 } from './1796000500001-notifications.js';
import { SwitchedOffSubscriptions1796000500002 } from './1796000500002-switched-off-subscriptions.js';
import { RetryingDeliveries1796000600000 } from './1796000600000-retrying-deliveries.js';
import { StandingOfReceivers1796100100000 } from './1796100100000-standing-of-receivers.js';
import { UnsentDeliveries1796100100001 } from './1796100100001-unsent-deliveries.js';
import { Onboarding1796100200000 } from './1796100200000-onboarding.js';
import { SecretsOfSubscriptions1796100300000 } from './1796100300000-secrets-of-subscriptions.js';
import { WhatLogsSay1796100300000 } from './1796100300000-what-logs-say.js';
import { RelatedLogs1796100300001 } from './1796100300001-related-logs.js';
import { DeliveriesOfEvents1796100300002 } from './1796100300002-deliveries-of-events.js';
import { TextOfDefinitions1796100400000 } from './1796100400000-text-of-definitions.js';
import { PinsOfDrafts1796100500000 } from './1796100500000-pins-of-drafts.js';
import { ListenersOfPersons1796100500001 } from './1796100500001-listeners-of-persons.js';
import { TestsOfWorkflows1796100500002 } from './1796100500002-tests-of-workflows.js';

/** Oldest first. Add new ones at the end; never edit one that has landed. */
export const migrations = [
  InitialSchema1763700000000,
  LogTailOfWorkspace1763710000000,
  TraceOfDelivery1763711800000,
  WorkflowSchedule1763712900000,
  SubscriptionOptions1795260224336,
  ExecutionSearch1795261422779,
  AuditAndErasure1795263498459,
  ParkedExecution1795261557872,
  LogFilterIndexes1795264528047,
  UsersAndMembers1795272177040,
  BodiesApartFromFences1795273464533,
  ExecutionTurn1795274190094,
  AuditOutbox1795273750243,
  ExecutionBatch1795275129656,
  LogPartitions1795272815438,
  LogRangeIndexes1795284185837,
  TakeTurns1795288765145,
  ReleaseTurns1795295295162,
  DeliveryBeforeItsSchedule1795394857379,
  CommittedOffset1795429161547,
  SubscriptionOffSince1795487210331,
  LogModelSets1795515600000,
  WorkspaceOfIdempotencyKey1795523000000,
  IdempotencyKeysOfWorkspace1795523000001,
  ExecutionTrial1795600100000,
  WorkflowsOfWorkspace1795600200000,
  SubscriptionsOfWorkspace1795600200001,
  DeliveriesOfWorkspace1795600200002,
  FencesOfWorkspace1795600200003,
  ExecutionFamily1795600300000,
  DatabaseInstance1795600400000,
  WebhookPaths1795700400000,
  OldTriggerUrls1795800100000,
  TriggerTokens1795800100001,
  TriggerRoutes1795800100002,
  OldTriggerUrlsOfWorkspace1795800100003,
  StoredBytes1795800200000,
  ReceiverHosts1795800300000,
  QuotaIndexes1795800300001,
  LimitedKeys1795800300002,
  HostsOfSecrets1795800400000,
  WorkspaceVariable1795800400001,
  ExecutionUsage1795800500000,
  SuspendedAccounts1795800500001,
  AccountsForOperators1795800500002,
  LifeOfAWorkflow1795900100000,
  LayoutsAndFolders1795900100001,
  TrialsOfDrafts1795900300000,
  Sessions1796000100000,
  PageOfDeliveries1796000200000,
  ApprovalsOfExecution1796000200001,
  SearchOfWorkspace1796000200002,
  SavedViews1796000200003,
  UsesOfSecrets1796000200004,
  ExecutionStats1796000300000,
  DeliveryStats1796000300001,
  ErrorGroups1796000300002,
  UsersByEmail1796000400000,
  OidcSignIn1796000400001,
  OrdersOfWorkflows1796000500000,
  Notifications1796000500001,
  SwitchedOffSubscriptions1796000500002,
  RetryingDeliveries1796000600000,
  StandingOfReceivers1796100100000,
  UnsentDeliveries1796100100001,
  Onboarding1796100200000,
  SecretsOfSubscriptions1796100300000,
  WhatLogsSay1796100300000,
  RelatedLogs1796100300001,
  DeliveriesOfEvents1796100300002,
  TextOfDefinitions1796100400000,
  PinsOfDrafts1796100500000,
  ListenersOfPersons1796100500001,
  TestsOfWorkflows1796100500002,
];
