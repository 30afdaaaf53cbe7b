import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Database, inTransaction } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { v7 as uuidv7 } from 'uuid';
import type { FolderBody, FolderRow } from './folder.schemas.js';
import { lockFolders, requirePlace } from './folder-tree.js';
import { insertFolderSql } from './folders.sql.js';

export class CreateFolder extends Command<FolderRow> {
  constructor(
    readonly workspaceId: string,
    readonly body: FolderBody,
  ) {
    super();
  }
}

@CommandHandler(CreateFolder)
export class CreateFolderHandler implements ICommandHandler<CreateFolder> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  execute({ workspaceId, body }: CreateFolder): Promise<FolderRow> {
    const { name, parentId = null } = body;
    const id = uuidv7();
    return inTransaction(this.database.pool, async (client) => {
      requirePlace(await lockFolders(client, workspaceId), id, parentId);
      const values = [workspaceId, id, parentId, name];
      const { rows } = await client.query<FolderRow>(insertFolderSql, values);
      const [row] = rows;
      if (row === undefined) throw new Error(`the folder id ${id} is in use`);
      return row;
    });
  }
}
