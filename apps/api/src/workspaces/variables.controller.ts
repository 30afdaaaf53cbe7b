/** `/api/v1/workspaces/{id}/variables`: readable values behind `<env.NAME>` in workflows. */
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Put, Query } from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { type Page, pageQuery, type PageRequest } from '../http/page.js';
import { anyWeight, BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { requireWorkspace } from '../workflows/stored-workflow.js';
import { DeleteVariable } from './delete-variable.command.js';
import { GetVariable } from './get-variable.query.js';
import { ListVariables } from './list-variables.query.js';
import { WorkspaceNamePipe } from './name.pipe.js';
import { PutVariable } from './put-variable.command.js';
import {
  variableAnswer,
  variableBody,
  type VariableBody,
  variablePage,
  type VariableView,
} from './variable.schemas.js';

const workspaceIdPipe = new RecordIdPipe('workspace', exampleIds.workspace);
const namePipe = new WorkspaceNamePipe('variable', 'ERP_URL');

@Controller('api/v1/workspaces/:workspaceId/variables')
export class VariablesController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listVariables',
    summary: 'List the variables of the workspace with their values, by name',
    role: 'viewer',
    answers: { 200: variablePage },
    links: { '/data/0/name': [':name'] },
  })
  @Get()
  list(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Query(new QueryPipe(pageQuery)) parameters: PageRequest,
  ): Promise<Page<VariableView>> {
    return this.bus.execute(
      new ListVariables(requireWorkspace(workspaceId, principal), parameters),
    );
  }

  @Operation({
    id: 'getVariable',
    summary: 'Get a variable with its value',
    role: 'viewer',
    answers: { 200: variableAnswer },
  })
  @Get(':name')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Param('name', namePipe) name: string,
  ): Promise<{ data: VariableView }> {
    return {
      data: await this.bus.execute(new GetVariable(requireWorkspace(workspaceId, principal), name)),
    };
  }

  @Operation({
    id: 'putVariable',
    summary: 'Set a variable, which every viewer of the workspace can read',
    role: 'editor',
    answers: { 200: variableAnswer },
    example: { value: 'https://erp.example.com' },
  })
  @Scopes('workflows:write')
  @Put(':name')
  async put(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Param('name', namePipe) name: string,
    @Body(new BodyPipe(variableBody, anyWeight)) { value }: VariableBody,
  ): Promise<{ data: VariableView }> {
    requireWorkspace(workspaceId, principal);
    return { data: await this.bus.execute(new PutVariable(principal, name, value)) };
  }

  @Operation({
    id: 'deleteVariable',
    summary: 'Delete a variable',
    role: 'editor',
    answers: { 204: null },
  })
  @Scopes('workflows:write')
  @Delete(':name')
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Param('name', namePipe) name: string,
  ): Promise<void> {
    await this.bus.execute(new DeleteVariable(requireWorkspace(workspaceId, principal), name));
  }
}
