/**
 * `/api/v1/workspaces/{id}/trigger-tokens` and `…/old-trigger-urls`: which trigger URLs of the
 * workspace work.
 */
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Query,
  Req,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { type Page, pageQuery, type PageRequest } from '../http/page.js';
import { BodyPipe, PathPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { requireWorkspace } from '../workflows/stored-workflow.js';
import { TriggerUrls } from '../workflows/trigger-urls.js';
import { ListOldTriggerUrls } from './list-old-trigger-urls.query.js';
import { ListTriggerTokens } from './list-trigger-tokens.query.js';
import { RetireOldTriggerUrl } from './retire-old-trigger-url.command.js';
import { RotateTriggerToken } from './rotate-trigger-token.command.js';
import {
  oldUrlPage,
  type OldUrlView,
  rotateTokenBody,
  type RotateTokenBody,
  tokenAnswer,
  tokenList,
  type TokenView,
} from './trigger-url.schemas.js';

const workspaceIdPipe = new RecordIdPipe('workspace', exampleIds.workspace);
const pathPipe = new PathPipe('order-intake', 'The part of the old URL after `trigger/`.');

@Controller('api/v1/workspaces/:workspaceId')
export class TriggerUrlsController {
  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(TriggerUrls) private readonly urls: TriggerUrls,
  ) {}

  @Operation({
    id: 'listTriggerTokens',
    summary: 'List the tokens with which the trigger URLs of the workspace work',
    role: 'owner',
    answers: { 200: tokenList },
  })
  @Get('trigger-tokens')
  async tokens(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
  ): Promise<{ data: TokenView[] }> {
    const query = new ListTriggerTokens(requireWorkspace(workspaceId, principal));
    return { data: await this.bus.execute(query) };
  }

  @Operation({
    id: 'rotateTriggerToken',
    summary: 'Give the trigger URLs of the workspace a new token',
    role: 'owner',
    answers: { 200: tokenAnswer },
    example: { overlapSeconds: 604_800 },
  })
  @Scopes('workflows:write')
  @Post('trigger-tokens/rotate')
  @HttpCode(200)
  async rotate(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Body(new BodyPipe(rotateTokenBody)) { overlapSeconds }: RotateTokenBody,
  ): Promise<{ data: TokenView }> {
    const own = requireWorkspace(workspaceId, principal);
    return { data: await this.bus.execute(new RotateTriggerToken(own, overlapSeconds)) };
  }

  @Operation({
    id: 'listOldTriggerUrls',
    summary: 'List the trigger URLs of earlier releases that still work, with their use',
    role: 'viewer',
    answers: { 200: oldUrlPage },
    links: { '/data/0/path': [':path'] },
  })
  @Get('old-trigger-urls')
  oldUrls(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Query(new QueryPipe(pageQuery)) parameters: PageRequest,
    @Req() request: FastifyRequest,
  ): Promise<Page<OldUrlView>> {
    const own = requireWorkspace(workspaceId, principal);
    const base = this.urls.oldBaseOf(request);
    return this.bus.execute(new ListOldTriggerUrls(own, parameters, base));
  }

  @Operation({
    id: 'retireOldTriggerUrl',
    summary: 'Retire an old trigger URL for ever; its calls are answered 404',
    role: 'owner',
    answers: { 204: null },
  })
  @Scopes('workflows:write')
  @Delete('old-trigger-urls/:path')
  @HttpCode(204)
  async retire(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Param('path', pathPipe) path: string,
  ): Promise<void> {
    const own = requireWorkspace(workspaceId, principal);
    await this.bus.execute(new RetireOldTriggerUrl(own, path));
  }
}
