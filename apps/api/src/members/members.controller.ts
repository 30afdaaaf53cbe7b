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
import { CurrentPrincipal, OutlivesItsKey, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { type Page, pageQuery, type PageRequest } from '../http/page.js';
import { BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { requireWorkspace } from '../workflows/stored-workflow.js';
import { AddMember } from './add-member.command.js';
import { ChangeMember } from './change-member.command.js';
import { GetMember } from './get-member.query.js';
import { ListMembers } from './list-members.query.js';
import {
  memberAnswer,
  memberBody,
  type MemberBody,
  memberChangeBody,
  type MemberChangeBody,
  memberPage,
  type MemberView,
} from './member.schemas.js';
import { RemoveMember } from './remove-member.command.js';

const workspaceIdPipe = new RecordIdPipe('workspace', exampleIds.workspace);
const userIdPipe = new RecordIdPipe('member', exampleIds.user);

@Controller('api/v1/workspaces/:workspaceId/members')
export class MembersController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listMembers',
    summary: 'List the members of the workspace, newest first',
    role: 'viewer',
    answers: { 200: memberPage },
    links: { '/data/0/userId': [':userId'] },
  })
  @Get()
  list(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Query(new QueryPipe(pageQuery)) parameters: PageRequest,
  ): Promise<Page<MemberView>> {
    return this.bus.execute(new ListMembers(requireWorkspace(workspaceId, principal), parameters));
  }

  @Operation({
    id: 'addMember',
    summary: 'Add a member by e-mail address',
    role: 'owner',
    answers: { 201: memberAnswer },
    example: { email: 'ada@example.com', name: 'Ada', role: 'editor' },
    links: { '/data/userId': [':userId'] },
  })
  @Scopes('workflows:write')
  @Post()
  async add(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Body(new BodyPipe(memberBody)) body: MemberBody,
  ): Promise<{ data: MemberView }> {
    requireWorkspace(workspaceId, principal);
    return { data: await this.bus.execute(new AddMember(principal, body)) };
  }

  @Operation({
    id: 'getMember',
    summary: 'Get a member',
    role: 'viewer',
    answers: { 200: memberAnswer },
  })
  @Get(':userId')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Param('userId', userIdPipe) userId: string,
  ): Promise<{ data: MemberView }> {
    const query = new GetMember(requireWorkspace(workspaceId, principal), userId);
    return { data: await this.bus.execute(query) };
  }

  @Operation({
    id: 'changeMember',
    summary: "Change a member's role",
    role: 'owner',
    answers: { 200: memberAnswer },
    example: { role: 'viewer' },
  })
  @Scopes('workflows:write')
  @Patch(':userId')
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Param('userId', userIdPipe) userId: string,
    @Body(new BodyPipe(memberChangeBody)) { role }: MemberChangeBody,
  ): Promise<{ data: MemberView }> {
    const command = new ChangeMember(requireWorkspace(workspaceId, principal), userId, role);
    return { data: await this.bus.execute(command) };
  }

  @Operation({
    id: 'removeMember',
    summary: 'Remove a member and revoke all their keys in this workspace',
    role: 'owner',
    answers: { 204: null },
  })
  @Scopes('workflows:write')
  @OutlivesItsKey()
  @Delete(':userId')
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Param('userId', userIdPipe) userId: string,
  ): Promise<void> {
    await this.bus.execute(new RemoveMember(requireWorkspace(workspaceId, principal), userId));
  }
}
