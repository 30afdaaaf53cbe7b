/** `POST /api/v1/executions/{id}/rerun`: run an ended execution again, as a new execution. */
import { Body, Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, Scopes, type Principal } from '../auth/index.js';
import { BodyPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { requestContext } from './request-context.js';
import { rerunBody, type RerunBody } from './rerun.dto.js';
import { Reruns } from './reruns.js';

@Controller('api/v1/executions')
export class RerunController {
  constructor(@Inject(Reruns) private readonly reruns: Reruns) {}

  @Scopes('workflows:run')
  @Post(':id/rerun')
  @HttpCode(202)
  async rerun(
    @Param('id', new RecordIdPipe('execution')) rerunOf: string,
    @CurrentPrincipal() { workspaceId }: Principal,
    @Body(new BodyPipe(rerunBody)) body: RerunBody,
    @Req() request: FastifyRequest,
  ): Promise<object> {
    const executionId = await this.reruns.rerun(
      rerunOf,
      workspaceId,
      body?.fromBlockId ?? null,
      requestContext(request, `rerun:${rerunOf}`, ['idempotency-key']),
    );
    return { data: { executionId, rerunOf, statusUrl: `/api/v1/executions/${executionId}` } };
  }
}
