/** `/api/v1/workflows/{id}`: deploying a workflow, its versions, and taking it out of use. */
import {
  Body,
  Controller,
  Get,
  Headers,
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
import { BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { DeployVersion } from './deploy-version.command.js';
import { DeployWorkflow } from './deploy-workflow.command.js';
import { GetWorkflowVersion } from './get-workflow-version.query.js';
import { ListWorkflowVersions } from './list-workflow-versions.query.js';
import { PauseWorkflow } from './pause-workflow.command.js';
import { ifMatch, wantedRevisions } from './revision.js';
import { deployedAnswer, type DeployedView, deployedViewOf } from './saved.schemas.js';
import { TriggerUrls } from './trigger-urls.js';
import { UndeployWorkflow } from './undeploy-workflow.command.js';
import { VersionPipe } from './version.pipe.js';
import {
  deployBody,
  type DeployBody,
  type DeployedVersionView,
  emptyBody,
  type EmptyBody,
  type ListedVersion,
  type StoredVersionView,
  versionAnswer,
  versionDetailAnswer,
  versionPage,
} from './version.schemas.js';
import { summaryViewOf, type WorkflowSummary, workflowSummaryAnswer } from './workflow.schemas.js';

const workflowId = new RecordIdPipe('workflow', exampleIds.workflow);
const versionPipe = new VersionPipe();

@Controller('api/v1/workflows/:id')
export class DeploymentController {
  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(TriggerUrls) private readonly urls: TriggerUrls,
  ) {}

  @Operation({
    id: 'deployWorkflow',
    summary: 'Deploy the draft as a new version',
    role: 'editor',
    answers: { 200: deployedAnswer },
    refusals: [412],
    headers: ifMatch,
    example: { note: 'Sends the receipt in German' },
  })
  @Scopes('workflows:write')
  @Post('deploy')
  @HttpCode(200)
  async deploy(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Body(new BodyPipe(deployBody)) { note = null }: DeployBody,
    @Headers('if-match') deployed: string | undefined,
  ): Promise<DeployedView> {
    const command = new DeployWorkflow(principal, id, note, wantedRevisions(deployed));
    return deployedViewOf(await this.bus.execute(command));
  }

  @Operation({
    id: 'undeployWorkflow',
    summary: 'Take the workflow out of use: its triggers answer 404, its schedule ends',
    role: 'editor',
    answers: { 200: workflowSummaryAnswer },
    example: {},
  })
  @Scopes('workflows:write')
  @Post('undeploy')
  @HttpCode(200)
  async undeploy(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Body(new BodyPipe(emptyBody)) _body: EmptyBody,
    @Req() request: FastifyRequest,
  ): Promise<{ data: WorkflowSummary }> {
    const base = await this.urls.baseOf(principal.workspaceId, request);
    const workflow = await this.bus.execute(new UndeployWorkflow(principal, id));
    return { data: summaryViewOf(workflow, base) };
  }

  @Operation({
    id: 'pauseWorkflow',
    summary: 'Pause the workflow: its triggers answer 503, its schedule skips',
    role: 'editor',
    answers: { 200: workflowSummaryAnswer },
    example: {},
  })
  @Scopes('workflows:write')
  @Post('pause')
  @HttpCode(200)
  async pause(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Body(new BodyPipe(emptyBody)) _body: EmptyBody,
    @Req() request: FastifyRequest,
  ): Promise<{ data: WorkflowSummary }> {
    const base = await this.urls.baseOf(principal.workspaceId, request);
    const workflow = await this.bus.execute(new PauseWorkflow(principal, id, true));
    return { data: summaryViewOf(workflow, base) };
  }

  @Operation({
    id: 'resumeWorkflow',
    summary: 'End the pause of the workflow',
    role: 'editor',
    answers: { 200: workflowSummaryAnswer },
    example: {},
  })
  @Scopes('workflows:write')
  @Post('resume')
  @HttpCode(200)
  async resume(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Body(new BodyPipe(emptyBody)) _body: EmptyBody,
    @Req() request: FastifyRequest,
  ): Promise<{ data: WorkflowSummary }> {
    const base = await this.urls.baseOf(principal.workspaceId, request);
    const workflow = await this.bus.execute(new PauseWorkflow(principal, id, false));
    return { data: summaryViewOf(workflow, base) };
  }

  @Operation({
    id: 'listWorkflowVersions',
    summary: 'List the deployed versions without their definitions, newest first',
    role: 'viewer',
    limitedKeys: 'workflow',
    answers: { 200: versionPage },
    links: { '/data/0/version': [':version'] },
  })
  @Get('versions')
  versions(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Query(new QueryPipe(pageQuery)) parameters: PageRequest,
  ): Promise<Page<ListedVersion>> {
    return this.bus.execute(new ListWorkflowVersions(principal, id, parameters));
  }

  @Operation({
    id: 'getWorkflowVersion',
    summary: 'Get a deployed version with its definition and layout',
    role: 'viewer',
    limitedKeys: 'workflow',
    answers: { 200: versionDetailAnswer },
  })
  @Get('versions/:version')
  async version(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Param('version', versionPipe) version: string,
  ): Promise<{ data: StoredVersionView }> {
    return { data: await this.bus.execute(new GetWorkflowVersion(principal, id, Number(version))) };
  }

  @Operation({
    id: 'deployWorkflowVersion',
    summary: 'Deploy an older version again, under its number',
    role: 'editor',
    answers: { 200: versionAnswer },
    example: {},
  })
  @Scopes('workflows:write')
  @Post('versions/:version/deploy')
  @HttpCode(200)
  async deployVersion(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Param('version', versionPipe) version: string,
    @Body(new BodyPipe(emptyBody)) _body: EmptyBody,
  ): Promise<{ data: DeployedVersionView }> {
    return { data: await this.bus.execute(new DeployVersion(principal, id, Number(version))) };
  }
}
