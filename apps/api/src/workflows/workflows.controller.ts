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
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Config } from '@libs/config';
import { CONFIG } from '@libs/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { triggerBaseUrlOf } from '../http/base-url.js';
import type { Page } from '../http/page.js';
import { anyWeight, BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { CreateWorkflow } from './create-workflow.command.js';
import { DeleteWorkflow } from './delete-workflow.command.js';
import { DeployWorkflow } from './deploy-workflow.command.js';
import { GetWorkflow } from './get-workflow.query.js';
import {
  importBody,
  ImportWorkflow,
  type ImportBody,
  type Imported,
} from './import-workflow.command.js';
import { type ListedVersion, ListWorkflowVersions } from './list-workflow-versions.query.js';
import { ListWorkflows } from './list-workflows.query.js';
import { UpdateWorkflow } from './update-workflow.command.js';
import {
  listVersionsQuery,
  listWorkflowsQuery,
  type ListVersionsParameters,
  type ListWorkflowsParameters,
  viewOf,
  workflowBody,
  type WorkflowBody,
  type WorkflowSummary,
  type WorkflowVersionView,
  type WorkflowView,
} from './workflow.dto.js';

export interface ImportView extends Omit<Imported, 'workflow'> {
  readonly workflow: WorkflowView | null;
}

const workflowId = new RecordIdPipe('workflow');

@Controller('api/v1/workflows')
export class WorkflowsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Scopes('workflows:write')
  @Post()
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body(new BodyPipe(workflowBody, anyWeight)) body: WorkflowBody,
    @Req() request: FastifyRequest,
  ): Promise<{ data: WorkflowView }> {
    const workflow = await this.commands.execute(new CreateWorkflow(principal, body));
    return { data: viewOf(workflow, triggerBaseUrlOf(this.config, request)) };
  }

  @Scopes('workflows:write')
  @Post('import')
  async import(
    @CurrentPrincipal() principal: Principal,
    @Body(new BodyPipe(importBody, anyWeight)) body: ImportBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ data: ImportView }> {
    const { workflow, ...rest } = await this.commands.execute(new ImportWorkflow(principal, body));
    if (workflow === null) void reply.status(200);
    const saved = workflow && viewOf(workflow, triggerBaseUrlOf(this.config, request));
    return { data: { workflow: saved, ...rest } };
  }

  @Get()
  list(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(listWorkflowsQuery)) parameters: ListWorkflowsParameters,
    @Req() request: FastifyRequest,
  ): Promise<Page<WorkflowSummary>> {
    return this.queries.execute(
      new ListWorkflows(principal, parameters, triggerBaseUrlOf(this.config, request)),
    );
  }

  @Get(':id')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Req() request: FastifyRequest,
  ): Promise<{ data: WorkflowView }> {
    const workflow = await this.queries.execute(new GetWorkflow(principal, id));
    return { data: viewOf(workflow, triggerBaseUrlOf(this.config, request)) };
  }

  @Scopes('workflows:write')
  @Put(':id')
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Body(new BodyPipe(workflowBody, anyWeight)) body: WorkflowBody,
    @Req() request: FastifyRequest,
  ): Promise<{ data: WorkflowView }> {
    const workflow = await this.commands.execute(new UpdateWorkflow(principal, id, body));
    return { data: viewOf(workflow, triggerBaseUrlOf(this.config, request)) };
  }

  @Scopes('workflows:write')
  @Delete(':id')
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
  ): Promise<void> {
    await this.commands.execute(new DeleteWorkflow(principal, id));
  }

  @Scopes('workflows:write')
  @Post(':id/deploy')
  @HttpCode(200)
  async deploy(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
  ): Promise<{ data: WorkflowVersionView }> {
    return { data: await this.commands.execute(new DeployWorkflow(principal, id)) };
  }

  @Get(':id/versions')
  versions(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Query(new QueryPipe(listVersionsQuery)) parameters: ListVersionsParameters,
  ): Promise<Page<ListedVersion>> {
    return this.queries.execute(new ListWorkflowVersions(principal, id, parameters));
  }
}
