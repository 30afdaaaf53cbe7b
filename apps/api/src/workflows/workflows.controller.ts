/** `/api/v1/workflows`: workflows with their drafts. */
import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Inject,
  Param,
  Patch,
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
import type { Page } from '../http/page.js';
import { KeepsBodyText } from '../http/body-text.js';
import { anyWeight, BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { ChangeWorkflow } from './change-workflow.command.js';
import { CreateWorkflow } from './create-workflow.command.js';
import { sentDefinition } from './definition-text.js';
import { DeleteWorkflow } from './delete-workflow.command.js';
import { GetWorkflow } from './get-workflow.query.js';
import { ImportWorkflow } from './import-workflow.command.js';
import { ListWorkflows } from './list-workflows.query.js';
import { listWorkflowsQuery, type ListWorkflowsParameters } from './list-workflows.schemas.js';
import { ifMatch, wantedRevisions, withRevision } from './revision.js';
import { TriggerUrls } from './trigger-urls.js';
import {
  changedAnswer,
  changedAnswerOf,
  type ChangedAnswerView,
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
  saveQuery,
  type SaveParameters,
  viewOf,
  workflowAnswer,
  workflowBody,
  type WorkflowBody,
  workflowChanges,
  type WorkflowChanges,
  workflowPage,
  type WorkflowSummary,
  type StoredWorkflowView,
} from './workflow.schemas.js';

const example = { name: 'Order intake', definition: exampleDefinition };
/** Routes of the workflow itself, and of its subscriptions. */
const records = [':id', ':workflowId'];
/** Of every answer with a workflow. */
const tagged = ['ETag'];
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
    answerHeaders: { 201: tagged },
    example,
    links: { '/data/id': records },
  })
  @Scopes('workflows:write')
  @KeepsBodyText()
  @Post()
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body(new BodyPipe(workflowBody, anyWeight)) body: WorkflowBody,
    @Query(new QueryPipe(saveQuery)) { allowProblems }: SaveParameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SavedView> {
    const base = await this.urls.baseOf(principal.workspaceId, request);
    const text = await sentDefinition(request);
    const options = { text, whenPathTaken: 'refuse', allowProblems } as const;
    const create = new CreateWorkflow(principal, body, options);
    return withRevision(reply, savedViewOf(await this.bus.execute(create), base));
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
    summary: 'List workflows',
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
    answerHeaders: { 200: tagged },
  })
  @Get(':id')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ data: StoredWorkflowView }> {
    const base = await this.urls.baseOf(principal.workspaceId, request);
    const workflow = await this.bus.execute(new GetWorkflow(principal, id));
    return withRevision(reply, { data: viewOf(workflow, base) });
  }

  @Operation({
    id: 'updateWorkflow',
    summary: 'Replace the draft',
    role: 'editor',
    answers: { 200: savedAnswer },
    answerHeaders: { 200: tagged },
    refusals: [412],
    headers: ifMatch,
    example,
  })
  @Scopes('workflows:write')
  @KeepsBodyText()
  @Put(':id')
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Body(new BodyPipe(workflowBody, anyWeight)) body: WorkflowBody,
    @Query(new QueryPipe(saveQuery)) { allowProblems }: SaveParameters,
    @Headers('if-match') replaced: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SavedView> {
    const base = await this.urls.baseOf(principal.workspaceId, request);
    const text = await sentDefinition(request);
    const options = { text, allowProblems, revisions: wantedRevisions(replaced) };
    const saved = await this.bus.execute(new UpdateWorkflow(principal, id, body, options));
    return withRevision(reply, savedViewOf(saved, base));
  }

  @Operation({
    id: 'changeWorkflow',
    summary: 'Change name, description, folder or draft; the rest stays',
    role: 'editor',
    answers: { 200: changedAnswer },
    answerHeaders: { 200: tagged },
    refusals: [412],
    headers: ifMatch,
    example: { name: 'Order intake (EU)' },
  })
  @Scopes('workflows:write')
  @KeepsBodyText()
  @Patch(':id')
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Body(new BodyPipe(workflowChanges, anyWeight)) changes: WorkflowChanges,
    @Query(new QueryPipe(saveQuery)) { allowProblems }: SaveParameters,
    @Headers('if-match') replaced: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangedAnswerView> {
    const base = await this.urls.baseOf(principal.workspaceId, request);
    const text = changes.definition === undefined ? null : await sentDefinition(request);
    const options = { text, allowProblems, revisions: wantedRevisions(replaced) };
    const saved = await this.bus.execute(new ChangeWorkflow(principal, id, changes, options));
    return withRevision(reply, changedAnswerOf(saved, base));
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
}
