/**
 * Answers an approval: by URL, whose one-time token is sufficient, or with an API key. The first
 * answer in log order counts; later ones change nothing.
 */
import type { Config } from '@libs/config';
import { toJsonText } from '@libs/contracts';
import { CONFIG } from '@libs/platform';
import { isResumeToken, isResumeTokenShaped, loadMasterKey, type MasterKeys } from '@libs/security';
import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { CurrentPrincipal, Public, Scopes, type Principal } from '../auth/index.js';
import { ApiError, notFound } from '../errors/index.js';
import { anyWeight, BodyPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { ExecutionOrders } from './execution-orders.js';
import { resumeBody, type ResumeBody } from './resume.dto.js';
import { WaitingApprovals, type Approval } from './waiting-approvals.js';

const over = (): ApiError =>
  new ApiError(409, 'ALREADY_RESUMED', 'This approval is over: somebody answered, or it expired');

@Controller()
export class ResumeController {
  readonly #masterKeys: MasterKeys;

  constructor(
    @Inject(WaitingApprovals) private readonly approvals: WaitingApprovals,
    @Inject(ExecutionOrders) private readonly orders: ExecutionOrders,
    @Inject(CONFIG) config: Config,
  ) {
    this.#masterKeys = loadMasterKey(config).keys;
  }

  @Public()
  @Post('api/webhooks/resume/:executionId/:token')
  @HttpCode(202)
  async byToken(
    @Param('executionId', new RecordIdPipe('waiting approval')) executionId: string,
    @Param('token') token: string,
    @Body() body: unknown,
  ): Promise<object> {
    if (!isResumeTokenShaped(token)) throw notFound('waiting approval');
    const opens = this.#opener(executionId, token);
    const approval = await this.approvals.find(executionId, {
      workspaceId: null,
      isMeant: ({ blockId, iteration }) => opens(blockId, iteration),
      mayBecome: ({ blockId, isRepeated }) => isRepeated || opens(blockId, ''),
    });
    return this.#resume(executionId, approval, body, null);
  }

  @Scopes('workflows:run')
  @Post('api/v1/executions/:id/resume')
  @HttpCode(202)
  async byKey(
    @Param('id', new RecordIdPipe('waiting approval')) executionId: string,
    @CurrentPrincipal() { workspaceId }: Principal,
    @Body(new BodyPipe(resumeBody, anyWeight)) { blockId, iteration, data }: ResumeBody,
  ): Promise<object> {
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
      const opens = isResumeToken(this.#masterKeys, { executionId, blockId, iteration }, token);
      checked.set(key, opens);
      return opens;
    };
  }

  async #resume(
    executionId: string,
    { blockId, iteration, waitId, isWaiting }: Approval,
    data: unknown,
    workspaceId: string | null,
  ): Promise<object> {
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
