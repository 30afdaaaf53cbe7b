/** `/api/v1/workspaces`, `/api/v1/usage`: the key's workspaces and the account's usage. */
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { CurrentPrincipal, OutlivesItsKey, type Principal, Scopes } from '../auth/index.js';
import { BodyPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { requireWorkspace } from '../workflows/stored-workflow.js';
import { CreateWorkspace, type CreatedWorkspaceView } from './create-workspace.command.js';
import { DeleteWorkspace } from './delete-workspace.command.js';
import { GetUsage, type UsageView } from './get-usage.query.js';
import { ListWorkspaces, type WorkspaceView } from './list-workspaces.query.js';

const workspaceBody = z.strictObject({ name: z.string().trim().min(1).max(200) });
type WorkspaceBody = z.output<typeof workspaceBody>;

@Controller('api/v1')
export class WorkspacesController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Get('workspaces')
  async list(@CurrentPrincipal() principal: Principal): Promise<{ data: WorkspaceView[] }> {
    return { data: await this.queries.execute(new ListWorkspaces(principal)) };
  }

  @Scopes('workflows:write')
  @Post('workspaces')
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body(new BodyPipe(workspaceBody)) { name }: WorkspaceBody,
  ): Promise<{ data: CreatedWorkspaceView }> {
    return { data: await this.commands.execute(new CreateWorkspace(principal, name)) };
  }

  @Scopes('workflows:write')
  @OutlivesItsKey()
  @Delete('workspaces/:id')
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param('id', new RecordIdPipe('workspace')) id: string,
  ): Promise<void> {
    await this.commands.execute(new DeleteWorkspace(requireWorkspace(id, principal)));
  }

  @Get('usage')
  usage(@CurrentPrincipal() principal: Principal): Promise<UsageView> {
    return this.queries.execute(new GetUsage(principal));
  }
}
