/** The folders of a workspace. One transaction at a time changes them. */
import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';
import { ApiError, notFound } from '../errors/api-error.js';
import { maxFolders, placeProblem, type PlacedFolder } from './folder-place.js';
import { folderTreeSql, holdFolderSql, insertFolderSql, lockTreeSql } from './folders.sql.js';

const tooMany = (): ApiError =>
  new ApiError(
    403,
    'QUOTA_EXCEEDED',
    `The workspace has ${maxFolders} folders, as many as there may be. Delete one first`,
    [{ quota: 'foldersPerWorkspace', limit: maxFolders }],
  );

const requireRoom = (folders: readonly unknown[]): void => {
  if (folders.length >= maxFolders) throw tooMany();
};

/** The tree, which no other transaction changes until this one ends. */
export async function lockFolders(
  client: PoolClient,
  workspaceId: string,
): Promise<readonly PlacedFolder[]> {
  const { rowCount } = await client.query(lockTreeSql, [workspaceId]);
  if (rowCount === 0) throw notFound('workspace');
  return (await client.query<PlacedFolder>(folderTreeSql, [workspaceId])).rows;
}

/**
 * For a folder that does not exist yet, or that moves.
 * @throws ApiError 403 when there are too many, 422 when it can't stand below this parent
 */
export function requirePlace(
  folders: readonly PlacedFolder[],
  id: string,
  parentId: string | null,
): void {
  if (!folders.some((folder) => folder.id === id)) requireRoom(folders);
  const message = placeProblem(folders, id, parentId);
  if (message === null) return;
  const details = [{ field: 'parentId', message }];
  throw new ApiError(
    422,
    'INVALID_REQUEST',
    `The request is not valid: parentId: ${message}`,
    details,
  );
}

/**
 * Call in the transaction that puts a workflow into the folder. A folder used to be a text that
 * workflows had in common, so a text that is new becomes a folder with this id and name.
 */
export async function useFolder(
  manager: EntityManager,
  workspaceId: string,
  folderId: string | null,
): Promise<void> {
  if (folderId === null) return;
  const rowsOf = (sql: string, values: unknown[]): Promise<unknown[]> => manager.query(sql, values);
  if ((await rowsOf(holdFolderSql, [workspaceId, folderId])).length > 0) return;
  if ((await rowsOf(lockTreeSql, [workspaceId])).length === 0) throw notFound('workspace');
  requireRoom(await rowsOf(folderTreeSql, [workspaceId]));
  await rowsOf(insertFolderSql, [workspaceId, folderId, null, folderId]);
}
