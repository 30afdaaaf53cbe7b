/** `/api/v1/workflows/{id}/listen`: a URL whose next call runs the draft. */
import { Controller, Delete, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, Scopes, type Principal } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { RecordIdPipe } from '../http/zod.pipe.js';
import { listening } from './execution.schemas.js';
import { ListenToDraft } from './listen.command.js';
import { StopListening } from './stop-listening.command.js';

@Controller('api/v1/workflows')
export class ListenController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listenToDraft',
    summary: 'Open a URL whose next call runs the draft; an earlier one of the caller ends',
    role: 'editor',
    limitedKeys: 'workflow',
    answers: { 201: listening },
    refusals: [422, 429],
  })
  @Scopes('workflows:run')
  @Post(':id/listen')
  async listen(
    @Param('id', new RecordIdPipe('workflow', exampleIds.workflow)) workflowId: string,
    @CurrentPrincipal() principal: Principal,
    @Req() { protocol, host }: FastifyRequest,
  ): Promise<View<typeof listening>> {
    const caller = { protocol, host };
    return { data: await this.bus.execute(new ListenToDraft(principal, workflowId, caller)) };
  }

  @Operation({
    id: 'stopListening',
    summary: 'End the test URL that the caller has open for the workflow',
    role: 'editor',
    limitedKeys: 'workflow',
    answers: { 204: null },
  })
  @Scopes('workflows:run')
  @Delete(':id/listen')
  @HttpCode(204)
  async stop(
    @Param('id', new RecordIdPipe('workflow', exampleIds.workflow)) workflowId: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.bus.execute(new StopListening(principal, workflowId));
  }
}
