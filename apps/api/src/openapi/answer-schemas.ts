/** Every named shape of an answer, by its name in the document. */
import { z } from 'zod';
import * as logs from './answers-logs.js';
import * as management from './answers-management.js';

export const schemas = {
  LimitsBlock: logs.limits,
  TraceSpan: logs.traceSpan,
  LogEntry: logs.logEntry,
  LogPage: logs.logPage,
  TailPage: logs.tailPage,
  LogLines: z.string(),
  LogDetailAnswer: logs.logDetailAnswer,
  ExecutionDetail: logs.executionDetail,
  ExecutionStatusAnswer: logs.executionStatusAnswer,
  ExecutionResult: logs.executionResult,
  ExecutionAccepted: logs.executionAccepted,
  ResumeAccepted: z.object({
    data: z.object({
      executionId: z.string(),
      blockId: z.string(),
      iteration: z.string(),
      status: z.string(),
    }),
  }),
  /** A stream of server-sent events. */
  ExecutionEventStream: z.string(),
  CancellationAccepted: z.object({
    data: z.object({ executionId: z.string(), status: z.string() }),
  }),
  WorkflowAnswer: management.workflowAnswer,
  WorkflowImportAnswer: management.workflowImportAnswer,
  WorkflowPage: management.workflowPage,
  WorkflowVersionAnswer: management.workflowVersionAnswer,
  WorkflowVersionList: management.workflowVersionList,
  SubscriptionAnswer: management.subscriptionAnswer,
  SubscriptionPage: management.subscriptionPage,
  SubscriptionTestAnswer: management.subscriptionTestAnswer,
  DeliveryPage: management.deliveryPage,
  DeliveryAnswer: management.deliveryAnswer,
  RedeliveryAnswer: management.redeliveryAnswer,
  RedeliveriesAnswer: management.redeliveriesAnswer,
  RecoveryAnswer: management.recoveryAnswer,
  RecoveryPage: management.recoveryPage,
  SubscriptionActivationAnswer: management.activationAnswer,
  ApiKeyAnswer: management.apiKeyAnswer,
  ApiKeyPage: management.apiKeyPage,
  SecretAnswer: management.secretAnswer,
  SecretList: management.secretList,
  WorkspaceList: management.workspaceList,
  CreatedWorkspaceAnswer: management.createdWorkspaceAnswer,
  MemberAnswer: management.memberAnswer,
  MemberPage: management.memberPage,
  CallerAnswer: management.callerAnswer,
  AuditPage: management.auditPage,
  UsageAnswer: management.usageAnswer,
} as const;
