import { z } from 'zod';
import { pageParameters } from '../http/page.js';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const auditQuery = z.strictObject({
  ...pageParameters,
  action: z.string().min(1).max(100).optional(),
  startDate: instant.optional(),
  endDate: instant.optional(),
});
export type AuditParameters = z.output<typeof auditQuery>;

export interface AuditEventView {
  readonly id: string;
  readonly workspaceId: string;
  /** The API key that acted. */
  readonly keyId: string;
  /** The member who owns the key; null for a workspace key. */
  readonly userId: string | null;
  /** Name of the operation in the OpenAPI document, e.g. `deployWorkflow`. */
  readonly action: string;
  readonly path: string;
  /** The record that was created or changed. */
  readonly targetId: string | null;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly requestId: string;
  readonly occurredAt: string;
  /** HTTP status of the answer; null when the process ended before answering. */
  readonly status: number | null;
}

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
