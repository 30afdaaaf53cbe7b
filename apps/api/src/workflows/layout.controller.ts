/** `/api/v1/workflows/{id}/layout`: where an editor shows the blocks of the draft. */
import { Body, Controller, Get, Inject, Param, Put } from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { BodyPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { GetLayout } from './get-layout.query.js';
import {
  type Layout,
  layoutAnswer,
  layoutBody,
  layoutExample,
  type LayoutView,
  layoutWeight,
} from './layout.schemas.js';
import { PutLayout } from './put-layout.command.js';

const workflowId = new RecordIdPipe('workflow', exampleIds.workflow);

@Controller('api/v1/workflows/:id/layout')
export class LayoutController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'getWorkflowLayout',
    summary: 'Get the layout of the draft; an empty one if none was saved',
    role: 'viewer',
    answers: { 200: layoutAnswer },
  })
  @Get()
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
  ): Promise<{ data: LayoutView }> {
    return { data: await this.bus.execute(new GetLayout(principal, id)) };
  }

  @Operation({
    id: 'putWorkflowLayout',
    summary: 'Replace the layout of the draft',
    role: 'editor',
    // An editor saves it every few seconds, and it changes nothing that runs.
    audited: false,
    answers: { 200: layoutAnswer },
    example: layoutExample,
  })
  @Scopes('workflows:write')
  @Put()
  async put(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Body(new BodyPipe(layoutBody, layoutWeight)) layout: Layout,
  ): Promise<{ data: LayoutView }> {
    return { data: await this.bus.execute(new PutLayout(principal, id, layout)) };
  }
}
