/**
 * Answering an approval: by its URL, whose one-time token is all that is needed, or with an API key. The first answer in log order
 * counts; a second one changes nothing.
 */
import type { Config } from '@libs/config';
import { toJsonText } from '@libs/contracts';
import type { Database } from '@libs/persistence';
import { CONFIG, DATABASE } from '@libs/platform';
import { isResumeToken, loadMasterKey, type MasterKeys } from '@libs/security';
import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { CurrentPrincipal, Public, Scopes, type Principal } from '../auth/index.js';
import { ApiError, notFound } from '../errors/index.js';
import { BodyPipe } from '../http/zod.pipe.js';
import { ExecutionOrders } from './execution-orders.js';
import { resumeBody, type ResumeBody } from './resume.dto.js';
import { approvalsOf, type Approval } from './waiting-approvals.js';

/** An approval that an earlier block announced may not have begun, or not be projected yet: it is looked for this long. */
const patienceMs = 5_000;
const pollMs = 100;

const over = (): ApiError =>
  new ApiError(409, 'ALREADY_RESUMED', 'This approval is over: somebody answered, or it expired');

@Controller()
export class ResumeController {
  readonly #masterKeys: MasterKeys;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ExecutionOrders) private readonly orders: ExecutionOrders,
    @Inject(CONFIG) config: Config,
  ) {
    this.#masterKeys = loadMasterKey(config).keys;
  }

  @Public()
  @Post('api/webhooks/resume/:executionId/:token')
  @HttpCode(202)
  async byToken(
    @Param('executionId') executionId: string,
    @Param('token') token: string,
    @Body() body: unknown,
  ): Promise<object> {
    const id = executionId.toLowerCase();
    const approval = await this.#find(id, null, ({ blockId, iteration }) =>
      isResumeToken(this.#masterKeys, { executionId: id, blockId, iteration }, token),
    );
    return this.#resume(id, approval, body, null);
  }

  @Scopes('workflows:run')
  @Post('api/v1/executions/:id/resume')
  @HttpCode(202)
  async byKey(
    @Param('id') executionId: string,
    @CurrentPrincipal() principal: Principal,
    @Body(new BodyPipe(resumeBody)) { blockId, iteration, data }: ResumeBody,
  ): Promise<object> {
    const id = executionId.toLowerCase();
    const approval = await this.#find(
      id,
      principal.workspaceId,
      (one) =>
        (blockId === undefined ? one.isWaiting : one.blockId === blockId) &&
        (iteration === undefined || one.iteration === iteration),
    );
    return this.#resume(id, approval, data, principal.workspaceId);
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

  /** @throws ApiError 404 without such an approval, 409 when several are meant */
  async #find(
    executionId: string,
    workspaceId: string | null,
    isMeant: (approval: Approval) => boolean,
  ): Promise<Approval> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const approvals = await approvalsOf(this.database.pool, executionId, workspaceId);
      const meant = (approvals ?? []).filter(isMeant);
      const waiting = meant.filter(({ isWaiting }) => isWaiting);
      if (waiting.length > 1) {
        const message = 'Several approvals wait; name one by blockId and iteration';
        throw new ApiError(409, 'CONFLICT', message);
      }
      const [found] = waiting.length === 1 ? waiting : meant;
      if (found !== undefined) return found;
      if (approvals === null || performance.now() >= deadline) throw notFound('waiting approval');
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
}
