/** Answers an approval: by URL, whose one-time token is sufficient, or with an API key. */
import { Body, Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, Public, Scopes, type Principal } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { anyWeight, BodyPipe, PathPipe, RecordIdPipe } from '../http/zod.pipe.js';
import {
  refusalsOfRuns,
  resumeAccepted,
  resumeBody,
  type ResumeBody,
} from './execution.schemas.js';
import { ResumeExecution } from './resume-execution.command.js';

type Answer = View<typeof resumeAccepted>;

const executionIdPipe = new RecordIdPipe('waiting approval', exampleIds.execution);
const tokenPipe = new PathPipe('c2VjcmV0LXRva2Vu', 'From the `resumeUrl` of the approval.');

@Controller()
export class ResumeController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'resumeByToken',
    summary: "Answer an approval by its URL; the body becomes the block's data",
    answers: { default: null, 202: resumeAccepted },
    refusals: refusalsOfRuns,
  })
  @Public()
  @Post('api/webhooks/resume/:executionId/:token')
  @HttpCode(202)
  async byToken(
    @Param('executionId', executionIdPipe) executionId: string,
    @Param('token', tokenPipe) token: string,
    @Body() body: unknown,
    @Req() { bodyBytes = 0 }: FastifyRequest,
  ): Promise<Answer> {
    const command = new ResumeExecution(executionId, { token }, body, bodyBytes);
    return { data: await this.bus.execute(command) };
  }

  @Operation({
    id: 'resumeExecution',
    summary: 'Answer an approval',
    role: 'editor',
    limitedKeys: 'execution',
    answers: { 202: resumeAccepted },
    refusals: [429],
    example: { blockId: 'approve', data: { approved: true } },
    audited: false,
    whileSuspended: true,
  })
  @Scopes('workflows:run')
  @Post('api/v1/executions/:id/resume')
  @HttpCode(202)
  async byKey(
    @Param('id', executionIdPipe) executionId: string,
    @CurrentPrincipal() { workspaceId }: Principal,
    @Body(new BodyPipe(resumeBody, anyWeight)) { blockId, iteration, data }: ResumeBody,
    @Req() { bodyBytes = 0 }: FastifyRequest,
  ): Promise<Answer> {
    const answered = { workspaceId, blockId, iteration };
    const command = new ResumeExecution(executionId, answered, data, bodyBytes);
    return { data: await this.bus.execute(command) };
  }
}
