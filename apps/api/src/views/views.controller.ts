/** `/api/v1/views`: filters of the dashboard's pages, saved for all of the workspace. */
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import type { Page } from '../http/page.js';
import { BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { CreateView } from './create-view.command.js';
import { DeleteView } from './delete-view.command.js';
import { ListViews } from './list-views.query.js';
import { ReplaceView } from './replace-view.command.js';
import {
  type SavedView,
  viewAnswer,
  viewBody,
  type ViewBody,
  viewPage,
  type ViewsParameters,
  viewsQuery,
} from './view.schemas.js';

const viewIdPipe = new RecordIdPipe('view', exampleIds.view);
const example = { name: 'Failed orders', page: 'executions', query: 'status=error' };

@Controller('api/v1/views')
export class ViewsController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listViews',
    summary: 'List the saved views of the workspace, newest first',
    role: 'viewer',
    answers: { 200: viewPage },
    links: { '/data/0/id': [':id'] },
  })
  @Get()
  list(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Query(new QueryPipe(viewsQuery)) parameters: ViewsParameters,
  ): Promise<Page<SavedView>> {
    return this.bus.execute(new ListViews(workspaceId, parameters));
  }

  @Operation({
    id: 'createView',
    summary: 'Save a view for all of the workspace',
    role: 'editor',
    answers: { 201: viewAnswer },
    example,
    links: { '/data/id': [':id'] },
  })
  @Scopes('workflows:write')
  @Post()
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body(new BodyPipe(viewBody)) body: ViewBody,
  ): Promise<{ data: SavedView }> {
    return { data: await this.bus.execute(new CreateView(principal, body)) };
  }

  @Operation({
    id: 'replaceView',
    summary: 'Replace a saved view',
    role: 'editor',
    answers: { 200: viewAnswer },
    example,
  })
  @Scopes('workflows:write')
  @Put(':id')
  async replace(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('id', viewIdPipe) id: string,
    @Body(new BodyPipe(viewBody)) body: ViewBody,
  ): Promise<{ data: SavedView }> {
    return { data: await this.bus.execute(new ReplaceView(workspaceId, id, body)) };
  }

  @Operation({
    id: 'deleteView',
    summary: 'Delete a saved view',
    role: 'editor',
    answers: { 204: null },
  })
  @Scopes('workflows:write')
  @Delete(':id')
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('id', viewIdPipe) id: string,
  ): Promise<void> {
    await this.bus.execute(new DeleteView(workspaceId, id));
  }
}
