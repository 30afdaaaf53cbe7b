/** What this key can see and has used: `/api/v1/workspaces`, `/api/v1/usage`. */
import { Controller, Get, Inject } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CurrentPrincipal, type Principal } from '../auth/index.js';
import { GetUsage, type UsageView } from './get-usage.query.js';
import { ListWorkspaces, type WorkspaceView } from './list-workspaces.query.js';

@Controller('api/v1')
export class WorkspacesController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get('workspaces')
  async list(@CurrentPrincipal() principal: Principal): Promise<{ data: WorkspaceView[] }> {
    return { data: await this.queries.execute(new ListWorkspaces(principal)) };
  }

  @Get('usage')
  usage(@CurrentPrincipal() principal: Principal): Promise<UsageView> {
    return this.queries.execute(new GetUsage(principal));
  }
}
