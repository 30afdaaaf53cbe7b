import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { decodeText, encodeText, type Page, type PageRequest } from '../http/page.js';
import { type FolderRow, folderViewOf, type FolderView } from './folder.schemas.js';
import { folderPageSql } from './folders.sql.js';

/** Folders of the workspace, by id. */
export class ListFolders extends Query<Page<FolderView>> {
  constructor(
    readonly workspaceId: string,
    readonly parameters: PageRequest,
  ) {
    super();
  }
}

@QueryHandler(ListFolders)
export class ListFoldersHandler implements IQueryHandler<ListFolders> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ workspaceId, parameters }: ListFolders): Promise<Page<FolderView>> {
    const { limit, cursor } = parameters;
    const list = `folders:${workspaceId}`;
    const after = cursor === undefined ? '' : decodeText(list, cursor);
    const values = [workspaceId, after, limit + 1];
    const { rows } = await this.database.pool.query<FolderRow>(folderPageSql, values);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      data: rows.slice(0, limit).map(folderViewOf),
      ...(last !== undefined && { nextCursor: encodeText(list, last.id) }),
    };
  }
}
