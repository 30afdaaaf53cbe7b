import { type WorkspaceRole, workspaceRoles } from '@libs/persistence';
import { z } from 'zod';
import { pageParameters } from '../http/page.js';

const role = z.enum(workspaceRoles);

export const memberBody = z.strictObject({
  /** Who it is within the account; the same person in another workspace is the same user. */
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  /** Their address when left out; ignored for a user that the account has already. */
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
  /** Null for the owner that the service made itself. */
  readonly email: string | null;
  readonly name: string;
  readonly role: WorkspaceRole;
  /** When they became a member. */
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
