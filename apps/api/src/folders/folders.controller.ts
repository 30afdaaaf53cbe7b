/** `/api/v1/folders`: folders of the workspace. A workflow names its own as `folderId`. */
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Query,
} from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { type Page, pageQuery, type PageRequest } from '../http/page.js';
import { BodyPipe, PathPipe, QueryPipe } from '../http/zod.pipe.js';
import { ChangeFolder } from './change-folder.command.js';
import { CreateFolder } from './create-folder.command.js';
import { DeleteFolder } from './delete-folder.command.js';
import {
  folderAnswer,
  folderBody,
  type FolderBody,
  folderChanges,
  type FolderChanges,
  folderPage,
  folderViewOf,
  type FolderView,
} from './folder.schemas.js';
import { ListFolders } from './list-folders.query.js';

/** Not always a UUID: earlier releases took any text as a folder. */
const folderPipe = new PathPipe(exampleIds.folder);

@Controller('api/v1/folders')
export class FoldersController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listFolders',
    summary: 'List the folders of the workspace, by id',
    role: 'viewer',
    answers: { 200: folderPage },
    links: { '/data/0/id': [':id'] },
  })
  @Get()
  list(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Query(new QueryPipe(pageQuery)) parameters: PageRequest,
  ): Promise<Page<FolderView>> {
    return this.bus.execute(new ListFolders(workspaceId, parameters));
  }

  @Operation({
    id: 'createFolder',
    summary: 'Create a folder',
    role: 'editor',
    answers: { 201: folderAnswer },
    example: { name: 'Sales' },
    links: { '/data/id': [':id'] },
  })
  @Scopes('workflows:write')
  @Post()
  async create(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Body(new BodyPipe(folderBody)) body: FolderBody,
  ): Promise<{ data: FolderView }> {
    return { data: folderViewOf(await this.bus.execute(new CreateFolder(workspaceId, body))) };
  }

  @Operation({
    id: 'changeFolder',
    summary: 'Rename a folder, or move it with all that it holds',
    role: 'editor',
    answers: { 200: folderAnswer },
    example: { name: 'Sales (EU)' },
  })
  @Scopes('workflows:write')
  @Patch(':id')
  async change(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('id', folderPipe) id: string,
    @Body(new BodyPipe(folderChanges)) changes: FolderChanges,
  ): Promise<{ data: FolderView }> {
    const change = new ChangeFolder(workspaceId, id, changes);
    return { data: folderViewOf(await this.bus.execute(change)) };
  }

  @Operation({
    id: 'deleteFolder',
    summary: 'Delete an empty folder',
    role: 'editor',
    answers: { 204: null },
  })
  @Scopes('workflows:write')
  @Delete(':id')
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('id', folderPipe) id: string,
  ): Promise<void> {
    await this.bus.execute(new DeleteFolder(workspaceId, id));
  }
}
