/** Members, and the owner of the calling key, in requests and answers. */
import { type WorkspaceRole, workspaceRoles } from '@libs/persistence';
import { z } from 'zod';
import { answer, instant, one, page, type View } from '../http/answers.js';
import { createdAt, exampleIds } from '../http/example-values.js';
import { usage } from '../limits/limits.schemas.js';

const role = z.enum(workspaceRoles);

export const memberBody = z.strictObject({
  /**
   * Identifies the user within the account; the same address in another workspace is the same user.
   */
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  /** Default: the address. Ignored for a user that the account already has. */
  name: z.string().trim().min(1).max(200).optional(),
  role,
});
export type MemberBody = z.output<typeof memberBody>;

export const memberChangeBody = z.strictObject({ role });
export type MemberChangeBody = z.output<typeof memberChangeBody>;

const memberView = z.object({
  userId: z.string(),
  /** Null for the owner that the service created itself. */
  email: z.string().nullable(),
  name: z.string(),
  role,
  /** When the user became a member. */
  createdAt: instant,
});
export type MemberView = View<typeof memberView>;

const example: MemberView = {
  userId: exampleIds.user,
  email: 'ada@example.com',
  name: 'Ada',
  role: 'editor',
  createdAt,
};
export const memberAnswer = answer('MemberAnswer', one(memberView), { data: example });
export const memberPage = answer('MemberPage', page(memberView), { data: [example] });

export const suspension = z
  .object({ since: instant, reason: z.string() })
  .nullable()
  .describe('Null: the account is in use. Else nothing new starts.');

const callerView = z.object({
  accountId: z.string(),
  plan: usage.shape.plan,
  workspaceId: z.string(),
  keyId: z.string(),
  userId: z.string().nullable(),
  role,
  scopes: z.array(z.string()),
  expiresAt: instant.nullable(),
  workflowIds: z.array(z.string()).nullable().describe('Null: all workflows of the workspace.'),
  allowedAddresses: z.array(z.string()).nullable().describe('Null: any.'),
  suspension,
});
export const callerAnswer = answer('CallerAnswer', one(callerView), {
  data: {
    accountId: exampleIds.account,
    plan: 'pro',
    workspaceId: exampleIds.workspace,
    keyId: exampleIds.key,
    userId: exampleIds.user,
    role: 'editor',
    scopes: ['logs:read'],
    expiresAt: null,
    workflowIds: [exampleIds.workflow],
    allowedAddresses: ['203.0.113.0/24'],
    suspension: null,
  },
});

export interface MemberRow {
  readonly user_id: string;
  readonly email: string | null;
  readonly name: string;
  readonly role: WorkspaceRole;
  readonly created_at: Date;
}

export const viewOf = (row: MemberRow): MemberView => ({
  userId: row.user_id,
  email: row.email,
  name: row.name,
  role: row.role,
  createdAt: row.created_at.toISOString(),
});
