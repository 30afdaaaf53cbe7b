/** `POST /api/v1/executions/{id}/rerun`: run an ended execution again, as a new execution. */
import { Body, Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, Scopes, type Principal } from '../auth/index.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { BodyPipe, RecordIdPipe } from '../http/zod.pipe.js';
import {
  executionAccepted,
  idempotencyKey,
  refusalsOfRuns,
  rerunBody,
  type RerunBody,
} from './execution.schemas.js';
import { requestContext } from './request-context.js';
import { Reruns } from './reruns.js';

@Controller('api/v1/executions')
export class RerunController {
  constructor(@Inject(Reruns) private readonly reruns: Reruns) {}

  @Operation({
    id: 'rerunExecution',
    summary: 'Rerun an ended execution from its start or from a block, with the same version',
    role: 'editor',
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
    @Body(new BodyPipe(rerunBody)) body: RerunBody,
    @Req() request: FastifyRequest,
  ): Promise<View<typeof executionAccepted>> {
    const executionId = await this.reruns.rerun(
      rerunOf,
      workspaceId,
      body?.fromBlockId ?? null,
      requestContext(request, `rerun:${rerunOf}`, ['idempotency-key']),
    );
    return { data: { executionId, rerunOf, statusUrl: `/api/v1/executions/${executionId}` } };
  }
}
