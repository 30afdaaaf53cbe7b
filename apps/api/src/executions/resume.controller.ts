/**
 * Answers an approval: by URL, whose one-time token is sufficient, or with an API key. The first
 * answer in log order counts; later ones change nothing.
 */
import { toJsonText } from '@libs/contracts';
import { MASTER_KEY } from '@libs/platform';
import { isResumeToken, isResumeTokenShaped, type MasterKeys } from '@libs/security';
import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { CurrentPrincipal, Public, Scopes, type Principal } from '../auth/index.js';
import { ApiError, notFound } from '../errors/index.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { anyWeight, BodyPipe, PathPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { ExecutionOrders } from './execution-orders.js';
import {
  refusalsOfRuns,
  resumeAccepted,
  resumeBody,
  type ResumeBody,
} from './execution.schemas.js';
import { WaitingApprovals, type Approval } from './waiting-approvals.js';

const over = (): ApiError =>
  new ApiError(409, 'ALREADY_RESUMED', 'This approval has ended: it was answered or has expired');

type Answer = View<typeof resumeAccepted>;

const executionIdPipe = new RecordIdPipe('waiting approval', exampleIds.execution);
const tokenPipe = new PathPipe('c2VjcmV0LXRva2Vu', 'From the `resumeUrl` of the approval.');

@Controller()
export class ResumeController {
  constructor(
    @Inject(WaitingApprovals) private readonly approvals: WaitingApprovals,
    @Inject(ExecutionOrders) private readonly orders: ExecutionOrders,
    @Inject(MASTER_KEY) private readonly masterKeys: MasterKeys,
  ) {}

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
  ): Promise<Answer> {
    if (!isResumeTokenShaped(token)) throw notFound('waiting approval');
    const opens = this.#opener(executionId, token);
    const approval = await this.approvals.find(executionId, {
      workspaceId: null,
      isMeant: ({ blockId, iteration }) => opens(blockId, iteration),
      mayBecome: ({ blockId, isRepeated }) => isRepeated || opens(blockId, ''),
    });
    return this.#resume(executionId, approval, body, null);
  }

  @Operation({
    id: 'resumeExecution',
    summary: 'Answer an approval',
    role: 'editor',
    answers: { 202: resumeAccepted },
    example: { blockId: 'approve', data: { approved: true } },
    audited: false,
  })
  @Scopes('workflows:run')
  @Post('api/v1/executions/:id/resume')
  @HttpCode(202)
  async byKey(
    @Param('id', executionIdPipe) executionId: string,
    @CurrentPrincipal() { workspaceId }: Principal,
    @Body(new BodyPipe(resumeBody, anyWeight)) { blockId, iteration, data }: ResumeBody,
  ): Promise<Answer> {
    const approval = await this.approvals.find(executionId, {
      workspaceId,
      isMeant: (one) =>
        (blockId === undefined ? one.isWaiting : one.blockId === blockId) &&
        (iteration === undefined || one.iteration === iteration),
      mayBecome: (block) => blockId === undefined || block.blockId === blockId,
    });
    return this.#resume(executionId, approval, data, workspaceId);
  }

  /** Checks each block address once, however often the caller polls. */
  #opener(executionId: string, token: string): (blockId: string, iteration: string) => boolean {
    const checked = new Map<string, boolean>();
    return (blockId, iteration) => {
      const key = `${blockId} ${iteration}`;
      const known = checked.get(key);
      if (known !== undefined) return known;
      const opens = isResumeToken(this.masterKeys, { executionId, blockId, iteration }, token);
      checked.set(key, opens);
      return opens;
    };
  }

  async #resume(
    executionId: string,
    { blockId, iteration, waitId, isWaiting }: Approval,
    data: unknown,
    workspaceId: string | null,
  ): Promise<Answer> {
    if (!isWaiting) throw over();
    const order = {
      ...{ executionId, blockId, iteration, waitId },
      reason: 'data',
      data: toJsonText(data ?? null),
      requestedAt: Date.now(),
    };
    await this.orders.resume(order, workspaceId);
    return { data: { executionId, blockId, iteration, status: 'resuming' } };
  }
}
