/** `/api/v1/workspaces/{id}/members`: members of a workspace and their roles. */
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
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentPrincipal, OutlivesItsKey, type Principal, Scopes } from '../auth/index.js';
import type { Page } from '../http/page.js';
import { BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { requireWorkspace } from '../workflows/stored-workflow.js';
import { AddMember } from './add-member.command.js';
import { ChangeMember } from './change-member.command.js';
import { GetMember } from './get-member.query.js';
import { ListMembers } from './list-members.query.js';
import {
  listMembersQuery,
  type ListMembersParameters,
  memberBody,
  type MemberBody,
  memberChangeBody,
  type MemberChangeBody,
  type MemberView,
} from './member.dto.js';
import { RemoveMember } from './remove-member.command.js';

const workspaceIdPipe = new RecordIdPipe('workspace');
const userIdPipe = new RecordIdPipe('member');

@Controller('api/v1/workspaces/:workspaceId/members')
export class MembersController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Query(new QueryPipe(listMembersQuery)) parameters: ListMembersParameters,
  ): Promise<Page<MemberView>> {
    return this.queries.execute(
      new ListMembers(requireWorkspace(workspaceId, principal), parameters),
    );
  }

  @Scopes('workflows:write')
  @Post()
  async add(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Body(new BodyPipe(memberBody)) body: MemberBody,
  ): Promise<{ data: MemberView }> {
    requireWorkspace(workspaceId, principal);
    return { data: await this.commands.execute(new AddMember(principal, body)) };
  }

  @Get(':userId')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Param('userId', userIdPipe) userId: string,
  ): Promise<{ data: MemberView }> {
    const query = new GetMember(requireWorkspace(workspaceId, principal), userId);
    return { data: await this.queries.execute(query) };
  }

  @Scopes('workflows:write')
  @Patch(':userId')
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Param('userId', userIdPipe) userId: string,
    @Body(new BodyPipe(memberChangeBody)) { role }: MemberChangeBody,
  ): Promise<{ data: MemberView }> {
    const command = new ChangeMember(requireWorkspace(workspaceId, principal), userId, role);
    return { data: await this.commands.execute(command) };
  }

  @Scopes('workflows:write')
  @OutlivesItsKey()
  @Delete(':userId')
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Param('userId', userIdPipe) userId: string,
  ): Promise<void> {
    await this.commands.execute(new RemoveMember(requireWorkspace(workspaceId, principal), userId));
  }
}
