/** `/api/v1/workflows/{id}/pins`: outputs that runs of the draft may take in place of blocks. */
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { KeepsBodyText } from '../http/body-text.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { sentField } from '../http/sent-field.js';
import { anyWeight, BodyPipe, PathPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { DeletePin } from './delete-pin.command.js';
import { ListPins } from './list-pins.query.js';
import {
  pinAnswer,
  pinBody,
  type PinBody,
  pinExample,
  pinList,
  type PinView,
} from './pin.schemas.js';
import { PutPin } from './put-pin.command.js';

const workflowId = new RecordIdPipe('workflow', exampleIds.workflow);
const blockIdPipe = new PathPipe('call');

@Controller('api/v1/workflows/:id/pins')
export class PinsController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listWorkflowPins',
    summary: 'List the pinned outputs of the blocks of the draft',
    role: 'viewer',
    answers: { 200: pinList },
  })
  @Get()
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
  ): Promise<{ data: readonly PinView[] }> {
    return { data: await this.bus.execute(new ListPins(principal, id)) };
  }

  @Operation({
    id: 'putWorkflowPin',
    summary: 'Pin the output of a block: runs of the draft with `usePins` take it',
    role: 'editor',
    answers: { 200: pinAnswer },
    example: pinExample,
  })
  @Scopes('workflows:write')
  @KeepsBodyText()
  @Put(':blockId')
  async put(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Param('blockId', blockIdPipe) blockId: string,
    @Body(new BodyPipe(pinBody, anyWeight)) body: PinBody,
    @Req() request: FastifyRequest,
  ): Promise<{ data: PinView }> {
    const text = await sentField(request, 'output');
    return { data: await this.bus.execute(new PutPin(principal, id, blockId, body, text)) };
  }

  @Operation({
    id: 'deleteWorkflowPin',
    summary: 'Remove the pin of a block',
    role: 'editor',
    answers: { 204: null },
  })
  @Scopes('workflows:write')
  @Delete(':blockId')
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Param('blockId', blockIdPipe) blockId: string,
  ): Promise<void> {
    await this.bus.execute(new DeletePin(principal, id, blockId));
  }
}
