/** `/api/v1/workflows`: definitions, their deployment and versions. */
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
  Req,
  Res,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { type Page, pageQuery, type PageRequest } from '../http/page.js';
import { anyWeight, BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { CreateWorkflow } from './create-workflow.command.js';
import { DeleteWorkflow } from './delete-workflow.command.js';
import { DeployWorkflow } from './deploy-workflow.command.js';
import { GetWorkflow } from './get-workflow.query.js';
import { ImportWorkflow } from './import-workflow.command.js';
import { type ListedVersion, ListWorkflowVersions } from './list-workflow-versions.query.js';
import { ListWorkflows } from './list-workflows.query.js';
import { TriggerUrls } from './trigger-urls.js';
import {
  deployedAnswer,
  type DeployedView,
  deployedViewOf,
  savedAnswer,
  type SavedView,
  savedViewOf,
} from './saved.schemas.js';
import { UpdateWorkflow } from './update-workflow.command.js';
import {
  exampleDefinition,
  importAnswer,
  importBody,
  type ImportBody,
  type ImportView,
  listWorkflowsQuery,
  type ListWorkflowsParameters,
  versionPage,
  viewOf,
  workflowAnswer,
  workflowBody,
  type WorkflowBody,
  workflowPage,
  type WorkflowSummary,
  type WorkflowView,
} from './workflow.schemas.js';

const example = { name: 'Order intake', definition: exampleDefinition };
/** Routes of the workflow itself, and of its subscriptions. */
const records = [':id', ':workflowId'];
const workflowId = new RecordIdPipe('workflow', exampleIds.workflow);

@Controller('api/v1/workflows')
export class WorkflowsController {
  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(TriggerUrls) private readonly urls: TriggerUrls,
  ) {}

  @Operation({
    id: 'createWorkflow',
    summary: 'Create a workflow',
    role: 'editor',
    answers: { 201: savedAnswer },
    example,
    links: { '/data/id': records },
  })
  @Scopes('workflows:write')
  @Post()
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body(new BodyPipe(workflowBody, anyWeight)) body: WorkflowBody,
    @Req() request: FastifyRequest,
  ): Promise<SavedView> {
    const base = await this.urls.baseOf(principal.workspaceId, request);
    return savedViewOf(await this.bus.execute(new CreateWorkflow(principal, body)), base);
  }

  @Operation({
    id: 'importWorkflow',
    summary: 'Import a workflow that Sim exported; the answer reports on every block',
    role: 'editor',
    answers: { 200: importAnswer, 201: importAnswer },
    example: {
      name: 'From Sim',
      workflow: {
        blocks: { start: { id: 'start', type: 'start_trigger', name: 'Start', subBlocks: {} } },
        edges: [],
        loops: {},
        parallels: {},
      },
    },
  })
  @Scopes('workflows:write')
  @Post('import')
  async import(
    @CurrentPrincipal() principal: Principal,
    @Body(new BodyPipe(importBody, anyWeight)) body: ImportBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ data: ImportView }> {
    const base = await this.urls.baseOf(principal.workspaceId, request);
    const { workflow, ...rest } = await this.bus.execute(new ImportWorkflow(principal, body));
    if (workflow === null) void reply.status(200);
    return { data: { workflow: workflow && viewOf(workflow, base), ...rest } };
  }

  @Operation({
    id: 'listWorkflows',
    summary: 'List workflows, newest first',
    role: 'viewer',
    answers: { 200: workflowPage },
    links: { '/data/0/id': records },
  })
  @Get()
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(listWorkflowsQuery)) parameters: ListWorkflowsParameters,
    @Req() request: FastifyRequest,
  ): Promise<Page<WorkflowSummary>> {
    const base = await this.urls.baseOf(principal.workspaceId, request);
    return this.bus.execute(new ListWorkflows(principal, parameters, base));
  }

  @Operation({
    id: 'getWorkflow',
    summary: 'Get a workflow with its draft',
    role: 'viewer',
    answers: { 200: workflowAnswer },
  })
  @Get(':id')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Req() request: FastifyRequest,
  ): Promise<{ data: WorkflowView }> {
    const base = await this.urls.baseOf(principal.workspaceId, request);
    return { data: viewOf(await this.bus.execute(new GetWorkflow(principal, id)), base) };
  }

  @Operation({
    id: 'updateWorkflow',
    summary: 'Replace the draft',
    role: 'editor',
    answers: { 200: savedAnswer },
    example,
  })
  @Scopes('workflows:write')
  @Put(':id')
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Body(new BodyPipe(workflowBody, anyWeight)) body: WorkflowBody,
    @Req() request: FastifyRequest,
  ): Promise<SavedView> {
    const base = await this.urls.baseOf(principal.workspaceId, request);
    return savedViewOf(await this.bus.execute(new UpdateWorkflow(principal, id, body)), base);
  }

  @Operation({
    id: 'deleteWorkflow',
    summary: 'Delete a workflow',
    role: 'editor',
    answers: { 204: null },
  })
  @Scopes('workflows:write')
  @Delete(':id')
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
  ): Promise<void> {
    await this.bus.execute(new DeleteWorkflow(principal, id));
  }

  @Operation({
    id: 'deployWorkflow',
    summary: 'Deploy the draft as a new version',
    role: 'editor',
    answers: { 200: deployedAnswer },
  })
  @Scopes('workflows:write')
  @Post(':id/deploy')
  @HttpCode(200)
  async deploy(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
  ): Promise<DeployedView> {
    return deployedViewOf(await this.bus.execute(new DeployWorkflow(principal, id)));
  }

  @Operation({
    id: 'listWorkflowVersions',
    summary: 'List the deployed versions, newest first',
    role: 'viewer',
    limitedKeys: 'workflow',
    answers: { 200: versionPage },
  })
  @Get(':id/versions')
  versions(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Query(new QueryPipe(pageQuery)) parameters: PageRequest,
  ): Promise<Page<ListedVersion>> {
    return this.bus.execute(new ListWorkflowVersions(principal, id, parameters));
  }
}
