/** `POST /api/v1/executions/{id}/rerun`: run an ended execution again, as a new execution. */
import { Body, Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, Scopes, type Principal } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { anyWeight, BodyPipe, RecordIdPipe } from '../http/zod.pipe.js';
import {
  executionAccepted,
  idempotencyKey,
  refusalsOfRuns,
  rerunBody,
  type RerunBody,
} from './execution.schemas.js';
import { requestContext } from './request-context.js';
import { RerunExecution } from './rerun-execution.command.js';

@Controller('api/v1/executions')
export class RerunController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'rerunExecution',
    summary:
      'Rerun an ended execution from its start or from a block, with its version or the draft',
    role: 'editor',
    limitedKeys: 'execution',
    answers: { 202: executionAccepted },
    refusals: refusalsOfRuns,
    headers: idempotencyKey,
    example: { fromBlockId: 'call' },
    audited: false,
  })
  @Scopes('workflows:run')
  @Post(':id/rerun')
  @HttpCode(202)
  async rerun(
    @Param('id', new RecordIdPipe('execution', exampleIds.execution)) rerunOf: string,
    @CurrentPrincipal() { workspaceId }: Principal,
    @Body(new BodyPipe(rerunBody, anyWeight)) body: RerunBody,
    @Req() request: FastifyRequest,
  ): Promise<View<typeof executionAccepted>> {
    const context = requestContext(request, `rerun:${rerunOf}`, ['idempotency-key']);
    const executionId = await this.bus.execute(
      new RerunExecution(workspaceId, rerunOf, body, context),
    );
    return { data: { executionId, rerunOf, statusUrl: `/api/v1/executions/${executionId}` } };
  }
}
