import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Database, inTransaction } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { ApiError, notFound } from '../errors/api-error.js';
import { lockFolders } from './folder-tree.js';
import { contentOfFolderSql, deleteFolderSql, lockFolderSql } from './folders.sql.js';

/** Deletes an empty folder. */
export class DeleteFolder extends Command<undefined> {
  constructor(
    readonly workspaceId: string,
    readonly folderId: string,
  ) {
    super();
  }
}

interface Content {
  readonly has_folders: boolean;
  readonly has_workflows: boolean;
}

@CommandHandler(DeleteFolder)
export class DeleteFolderHandler implements ICommandHandler<DeleteFolder> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ workspaceId, folderId }: DeleteFolder): Promise<undefined> {
    const key = [workspaceId, folderId];
    await inTransaction(this.database.pool, async (client) => {
      await lockFolders(client, workspaceId);
      if ((await client.query(lockFolderSql, key)).rowCount === 0) throw notFound('folder');
      const [content] = (await client.query<Content>(contentOfFolderSql, key)).rows;
      if (content?.has_folders === true) throw notEmpty('folders');
      if (content?.has_workflows === true) throw notEmpty('workflows');
      await client.query(deleteFolderSql, key);
    });
  }
}

const notEmpty = (what: string): ApiError =>
  new ApiError(
    409,
    'FOLDER_NOT_EMPTY',
    `The folder still has ${what}. Move or delete them first; nothing was deleted`,
  );
