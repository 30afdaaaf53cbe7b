import type { EntityManager } from 'typeorm';
import { ApiError, notFound } from '../errors/api-error.js';
import { type MemberRow, type MemberView, viewOf } from './member.schemas.js';
import { findMemberSql, hasOwnerSql, holdMemberSql, lockWorkspaceSql } from './members.sql.js';

/** @throws ApiError 404 when the workspace is deleted */
export async function lockMembers(manager: EntityManager, workspaceId: string): Promise<void> {
  const rows = await manager.query<unknown[]>(lockWorkspaceSql, [workspaceId]);
  if (rows.length === 0) throw notFound('workspace');
}

/** @throws ApiError 404 when the user is not a member */
export async function findMember(
  manager: EntityManager,
  workspaceId: string,
  userId: string,
): Promise<MemberView> {
  const [row] = await manager.query<MemberRow[]>(findMemberSql, [workspaceId, userId]);
  if (row === undefined) throw notFound('member');
  return viewOf(row);
}

/**
 * Holds the member until the transaction ends.
 * @throws ApiError 404 when the user is not a member
 */
export async function holdMember(
  manager: EntityManager,
  workspaceId: string,
  userId: string,
): Promise<void> {
  const rows = await manager.query<unknown[]>(holdMemberSql, [workspaceId, userId]);
  if (rows.length === 0) throw notFound('member');
}

/**
 * Call under lockMembers, after a change.
 * @throws ApiError 409, which undoes the change
 */
export async function requireOwner(manager: EntityManager, workspaceId: string): Promise<void> {
  const [row] = await manager.query<{ has_owner: boolean }[]>(hasOwnerSql, [workspaceId]);
  if (row?.has_owner !== true)
    throw new ApiError(409, 'CONFLICT', 'A workspace keeps at least one owner');
}
