/** `/api/v1/workspaces`, `/api/v1/usage`: the key's workspaces and the account's usage. */
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { CurrentPrincipal, OutlivesItsKey, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { BodyPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { requireWorkspace } from '../workflows/stored-workflow.js';
import { CreateWorkspace } from './create-workspace.command.js';
import { DeleteWorkspace } from './delete-workspace.command.js';
import { GetUsage } from './get-usage.query.js';
import { ListWorkspaces } from './list-workspaces.query.js';
import {
  createdWorkspaceAnswer,
  type CreatedWorkspaceView,
  usageAnswer,
  type UsageView,
  workspaceBody,
  type WorkspaceBody,
  workspaceList,
  type WorkspaceView,
} from './workspace.schemas.js';

@Controller('api/v1')
export class WorkspacesController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listWorkspaces',
    summary: 'List the workspaces that this key can see',
    role: 'viewer',
    answers: { 200: workspaceList },
    links: { '/data/0/id': [':workspaceId'] },
  })
  @Get('workspaces')
  async list(@CurrentPrincipal() principal: Principal): Promise<{ data: WorkspaceView[] }> {
    return { data: await this.bus.execute(new ListWorkspaces(principal)) };
  }

  @Operation({
    id: 'createWorkspace',
    summary: 'Create a workspace in the account, with its first key',
    role: 'owner',
    answers: { 201: createdWorkspaceAnswer },
    example: { name: 'Orders' },
  })
  @Scopes('workflows:write')
  @Post('workspaces')
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body(new BodyPipe(workspaceBody)) { name }: WorkspaceBody,
  ): Promise<{ data: CreatedWorkspaceView }> {
    return { data: await this.bus.execute(new CreateWorkspace(principal, name)) };
  }

  @Operation({
    id: 'deleteWorkspace',
    summary: 'Delete a workspace and all its data; its keys stop working',
    role: 'owner',
    answers: { 204: null },
  })
  @Scopes('workflows:write')
  @OutlivesItsKey()
  @Delete('workspaces/:id')
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new RecordIdPipe('workspace', exampleIds.workspace)) id: string,
  ): Promise<void> {
    await this.bus.execute(new DeleteWorkspace(requireWorkspace(id, principal)));
  }

  @Operation({
    id: 'getUsage',
    summary: "Get the account's usage and limits",
    role: 'viewer',
    answers: { 200: usageAnswer },
  })
  @Get('usage')
  usage(@CurrentPrincipal() principal: Principal): Promise<UsageView> {
    return this.bus.execute(new GetUsage(principal));
  }
}
