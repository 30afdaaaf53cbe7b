/** Answers of the management API; `satisfies` ties them to the views they describe. */
import type { AuditEventView } from '../audit/audit.dto.js';
import { workspaceRoles } from '@libs/persistence';
import { z } from 'zod';
import type { ApiKeyView } from '../api-keys/api-key.dto.js';
import type { RecoveryView } from '../deliveries/recoveries.js';
import type { CallerView } from '../members/caller.controller.js';
import type { MemberView } from '../members/member.dto.js';
import type { WorkspaceView } from '../workspaces/list-workspaces.query.js';
import type { SecretView } from '../workspaces/secret.dto.js';
import { instant, limits } from './answers-logs.js';

const nextCursor = z.string().optional().describe('Absent on the last page.');
const one = <T extends z.ZodType>(data: T) => z.object({ data });
const page = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), nextCursor });
const list = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) });

const workflowSummary = z.looseObject({
  id: z.string(),
  workspaceId: z.string(),
  folderId: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  deployedVersion: z.int().nullable(),
  triggerUrl: z.string().optional(),
  createdAt: instant,
  updatedAt: instant,
});
const definition = z.looseObject({}).describe('Blocks and edges; see docs/reference/workflows.md.');
const workflow = z.looseObject({ ...workflowSummary.shape, definition });
const workflowVersion = z.looseObject({
  workflowId: z.string(),
  version: z.int(),
  contentHash: z.string(),
  createdAt: instant,
  definition,
});
export const workflowImportAnswer = one(
  z.looseObject({
    workflow: workflow.nullable().describe('Null for a dry run, and when problems are left.'),
    definition,
    report: z.array(
      z.looseObject({
        blockId: z.string(),
        blockName: z.string(),
        type: z.string(),
        becomes: z.string().nullable(),
        outcome: z.enum(['converted', 'changed', 'placeholder', 'left-out']),
        notes: z.array(z.string()),
      }),
    ),
    problems: z.array(z.looseObject({})),
  }),
);
export const workflowAnswer = one(workflow);
export const workflowPage = page(workflowSummary);
export const workflowVersionAnswer = one(workflowVersion);
export const workflowVersionPage = page(workflowVersion);

const subscription = z.looseObject({
  id: z.string(),
  workflowId: z.string().nullable().describe('Null: of all workflows of the workspace.'),
  workspaceId: z.string(),
  url: z.string(),
  hasSecret: z.boolean(),
  secret: z.string().optional().describe('Only in the answer to the request that had it made.'),
  previousSecretValidUntil: instant.nullable(),
  headerNames: z.array(z.string()),
  maxPerSecond: z.int().nullable(),
  includeFinalOutput: z.boolean(),
  includeTraceSpans: z.boolean(),
  includeRateLimits: z.boolean(),
  includeUsageData: z.boolean(),
  levelFilter: z.array(z.string()),
  triggerFilter: z.array(z.string()),
  active: z.boolean(),
  deactivatedReason: z.string().nullable(),
  deactivatedAt: instant.nullable(),
  exhaustedInARow: z.int(),
  createdAt: instant,
  updatedAt: instant,
});
export const subscriptionAnswer = one(subscription);
export const subscriptionPage = page(subscription);

const delivery = z.looseObject({
  id: z.string(),
  subscriptionId: z.string(),
  workflowId: z.string(),
  executionId: z.string(),
  eventId: z.string(),
  url: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  attemptCount: z.int(),
  maxAttempts: z.int(),
  lastStatus: z.int().nullable(),
  lastErrorCode: z.string().nullable(),
  nextDueAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
const attempt = z.looseObject({ number: z.int(), startedAt: instant, state: z.string() });
export const deliveryPage = page(delivery);
export const deliveryAnswer = one(z.looseObject({ ...delivery.shape, attempts: z.array(attempt) }));
export const subscriptionTestAnswer = one(
  z.object({
    deliveryId: z.string(),
    status: z.int().nullable(),
    errorCode: z.string().nullable(),
    errorMessage: z.string().nullable(),
    latencyMs: z.int(),
    responseHeaders: z.looseObject({}).nullable(),
    responseBody: z.string().nullable(),
  }),
);
export const redeliveryAnswer = one(z.object({ id: z.string(), state: z.string() }));
const recovery = z.object({
  id: z.string(),
  subscriptionId: z.string(),
  since: instant,
  until: instant,
  states: z.array(z.string()),
  perSecond: z.int(),
  state: z.enum(['running', 'finished', 'cancelled']),
  matching: z.int().describe('How many there were when it began.'),
  redelivered: z.int().describe('How many have been ordered so far.'),
  createdAt: instant,
  updatedAt: instant,
}) satisfies z.ZodType<RecoveryView>;
export const redeliveriesAnswer = one(
  z.looseObject({ ...recovery.partial().shape, matching: z.int(), redelivered: z.int() }),
);
export const recoveryAnswer = one(recovery);
export const recoveryPage = page(recovery);
export const activationAnswer = one(
  z.looseObject({ ...subscription.shape, recovery: recovery.nullable() }),
);

const batch = z.object({
  id: z.string(),
  action: z.enum(['cancel', 'rerun']),
  filter: z.looseObject({}),
  perSecond: z.int(),
  state: z.enum(['running', 'finished', 'cancelled']),
  matching: z.int().describe('How many there were when it began.'),
  ordered: z.int().describe('How many have been cancelled or run again so far.'),
  refused: z.int().describe('How many could not be.'),
  waitsFor: z
    .string()
    .nullable()
    .describe('Code of the error that it waits out, e.g. RATE_LIMITED.'),
  createdAt: instant,
  updatedAt: instant,
});
export const startedBatchAnswer = one(
  z.looseObject({ ...batch.partial().shape, matching: z.int(), ordered: z.int() }),
);
export const batchAnswer = one(batch);
export const batchPage = page(batch);

const role = z.enum(workspaceRoles);
const apiKey = z.object({
  id: z.string(),
  workspaceId: z.string(),
  userId: z.string().nullable().describe("Null: a key of the workspace, nobody's own."),
  role: role.nullable().describe("Null: the member's role, as it is when the key is used."),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(['logs:read', 'workflows:run', 'workflows:write'])),
  createdAt: instant,
  expiresAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
  key: z.string().optional().describe('Only in the answer to the request that made it.'),
}) satisfies z.ZodType<Omit<ApiKeyView, 'key'>>;
export const apiKeyAnswer = one(apiKey);
export const apiKeyPage = page(apiKey);

const secret = z.object({
  name: z.string(),
  updatedAt: instant,
}) satisfies z.ZodType<SecretView>;
export const secretAnswer = one(secret);
export const secretList = list(secret);

const workspace = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
}) satisfies z.ZodType<WorkspaceView>;
export const workspaceList = list(workspace);
export const createdWorkspaceAnswer = one(workspace.extend({ apiKey }));

const member = z.object({
  userId: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  role,
  createdAt: instant,
}) satisfies z.ZodType<MemberView>;
export const memberAnswer = one(member);
export const memberPage = page(member);
const caller = z.object({
  accountId: z.string(),
  plan: limits.shape.usage.shape.plan,
  workspaceId: z.string(),
  keyId: z.string(),
  userId: z.string().nullable(),
  role,
  scopes: z.array(z.string()),
}) satisfies z.ZodType<CallerView>;
export const callerAnswer = one(caller);

const auditEvent = z.object({
  id: z.string(),
  workspaceId: z.string(),
  keyId: z.string(),
  userId: z.string().nullable().describe('The member whose key acted.'),
  action: z.string().describe('Name of the operation, e.g. `deployWorkflow`.'),
  path: z.string(),
  targetId: z.string().nullable(),
  ip: z.string(),
  userAgent: z.string().nullable(),
  requestId: z.string(),
  occurredAt: instant,
  status: z.int().nullable().describe('Of the answer; null when there was none.'),
}) satisfies z.ZodType<AuditEventView>;
export const auditPage = page(auditEvent);
export const usageAnswer = z.object({
  data: z.object({ ...limits.shape.usage.shape, periodStart: z.string() }),
  limits,
});
