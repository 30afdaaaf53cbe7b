import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Database, inTransaction } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { notFound } from '../errors/api-error.js';
import type { FolderChanges, FolderRow } from './folder.schemas.js';
import { lockFolders, requirePlace } from './folder-tree.js';
import { changeFolderSql, lockFolderSql } from './folders.sql.js';

/** Renames a folder or moves it, with all that it holds. */
export class ChangeFolder extends Command<FolderRow> {
  constructor(
    readonly workspaceId: string,
    readonly folderId: string,
    readonly changes: FolderChanges,
  ) {
    super();
  }
}

@CommandHandler(ChangeFolder)
export class ChangeFolderHandler implements ICommandHandler<ChangeFolder> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  execute({ workspaceId, folderId, changes }: ChangeFolder): Promise<FolderRow> {
    return inTransaction(this.database.pool, async (client) => {
      const folders = await lockFolders(client, workspaceId);
      const key = [workspaceId, folderId];
      const [folder] = (await client.query<FolderRow>(lockFolderSql, key)).rows;
      if (folder === undefined) throw notFound('folder');
      const { name = folder.name, parentId = folder.parent_id } = changes;
      requirePlace(folders, folderId, parentId);
      const values = [...key, parentId, name];
      const [changed = folder] = (await client.query<FolderRow>(changeFolderSql, values)).rows;
      return changed;
    });
  }
}
