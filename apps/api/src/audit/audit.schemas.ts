/** The audit trail in requests and answers. */
import { z } from 'zod';
import { answer, instant, page, type View } from '../http/answers.js';
import { exampleIds, updatedAt } from '../http/example-values.js';
import { pageParameters } from '../http/page.js';

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const auditQuery = z.strictObject({
  ...pageParameters,
  action: z.string().min(1).max(100).optional().meta({
    example: 'deployWorkflow',
    description: 'The `operationId` of a management action.',
  }),
  startDate: time
    .optional()
    .meta({ example: '2026-01-24T08:00:00.000Z', description: 'Started at this time or later.' }),
  endDate: time
    .optional()
    .meta({ example: '2026-01-31T08:00:00.000Z', description: 'Started at this time or earlier.' }),
});
export type AuditParameters = z.output<typeof auditQuery>;

const auditEventView = z.object({
  id: z.string(),
  workspaceId: z.string(),
  /** The API key that acted. */
  keyId: z.string(),
  userId: z.string().nullable().describe('The member whose key acted.'),
  action: z.string().describe('Name of the operation, e.g. `deployWorkflow`.'),
  path: z.string(),
  /** The record that was created or changed. */
  targetId: z.string().nullable(),
  ip: z.string(),
  userAgent: z.string().nullable(),
  requestId: z.string(),
  occurredAt: instant,
  status: z.int().nullable().describe('Status of the answer; null when there was none.'),
});
export type AuditEventView = View<typeof auditEventView>;

export const auditPage = answer('AuditPage', page(auditEventView), {
  data: [
    {
      id: exampleIds.action,
      workspaceId: exampleIds.workspace,
      keyId: exampleIds.key,
      userId: exampleIds.user,
      action: 'deployWorkflow',
      path: `/api/v1/workflows/${exampleIds.workflow}/deploy`,
      targetId: exampleIds.workflow,
      ip: '203.0.113.7',
      userAgent: 'curl/8.10.1',
      requestId: 'req-1',
      occurredAt: updatedAt,
      status: 200,
    },
  ],
});

export interface AuditRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly key_id: string;
  readonly user_id: string | null;
  readonly action: string;
  readonly path: string;
  readonly target_id: string | null;
  readonly ip: string;
  readonly user_agent: string | null;
  readonly request_id: string;
  readonly occurred_at: Date;
  readonly status: number | null;
}

export const viewOf = (row: AuditRow): AuditEventView => ({
  id: row.id,
  workspaceId: row.workspace_id,
  keyId: row.key_id,
  userId: row.user_id,
  action: row.action,
  path: row.path,
  targetId: row.target_id,
  ip: row.ip,
  userAgent: row.user_agent,
  requestId: row.request_id,
  occurredAt: row.occurred_at.toISOString(),
  status: row.status,
});
