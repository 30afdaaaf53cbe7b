import { type WorkspaceRole, workspaceRoles } from '@libs/persistence';
import { z } from 'zod';
import { pageParameters } from '../http/page.js';

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

export const listMembersQuery = z.strictObject(pageParameters);
export type ListMembersParameters = z.output<typeof listMembersQuery>;

export interface MemberView {
  readonly userId: string;
  /** Null for the owner that the service created itself. */
  readonly email: string | null;
  readonly name: string;
  readonly role: WorkspaceRole;
  /** When the user became a member. */
  readonly createdAt: string;
}

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
