import { toJsonText } from '@libs/contracts';
import type { Database } from '@libs/persistence';
import { DATABASE, MASTER_KEY } from '@libs/platform';
import { isResumeToken, isResumeTokenShaped, type MasterKeys } from '@libs/security';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiError, notFound } from '../errors/index.js';
import type { View } from '../http/answers.js';
import { type CallingAccount, RateLimits } from '../limits/index.js';
import { accountOfWorkspaceSql } from './execution.sql.js';
import { ApprovalAnswers } from './approval-answers.js';
import { ExecutionOrders } from './execution-orders.js';
import type { ResumeBody, resumeAccepted } from './execution.schemas.js';
import { type SoughtApproval, WaitingApprovals } from './waiting-approvals.js';

type Resumed = View<typeof resumeAccepted>['data'];

/** Which approval a caller answers: that of its one-time token, or one of its key's workspace. */
type Answered =
  | { readonly token: string }
  | ({ readonly workspaceId: string } & Pick<ResumeBody, 'blockId' | 'iteration'>);

const alreadyAnswered = (): ApiError =>
  new ApiError(409, 'ALREADY_RESUMED', 'This approval has ended: it was answered or has expired');

/** Answers an approval. The first answer counts; later ones get 409. */
export class ResumeExecution extends Command<Resumed> {
  constructor(
    readonly executionId: string,
    readonly answered: Answered,
    readonly data: unknown,
    readonly bodyBytes: number,
  ) {
    super();
  }
}

@CommandHandler(ResumeExecution)
export class ResumeExecutionHandler implements ICommandHandler<ResumeExecution> {
  constructor(
    @Inject(WaitingApprovals) private readonly approvals: WaitingApprovals,
    @Inject(ApprovalAnswers) private readonly answers: ApprovalAnswers,
    @Inject(ExecutionOrders) private readonly orders: ExecutionOrders,
    @Inject(RateLimits) private readonly rateLimits: RateLimits,
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(MASTER_KEY) private readonly masterKeys: MasterKeys,
  ) {}

  /** @throws ApiError 409 for an approval that has ended, 413 or 429 over the account's bytes */
  async execute({ executionId, answered, data, bodyBytes }: ResumeExecution): Promise<Resumed> {
    const sought =
      'token' in answered ? this.#ofToken(executionId, answered.token) : chosen(answered);
    const approval = await this.approvals.find(executionId, sought);
    const { blockId, iteration, waitId, isWaiting } = approval;
    if (!isWaiting) throw alreadyAnswered();
    await this.#admit(approval.workspaceId, bodyBytes, !('token' in answered));
    const order = {
      ...{ executionId, blockId, iteration, waitId },
      reason: 'data',
      data: toJsonText(data ?? null),
      requestedAt: Date.now(),
    };
    const answer = {
      ...{ executionId, blockId, iteration, waitId },
      workspaceId: approval.workspaceId,
    };
    const isFirst = await this.answers.first(answer, () =>
      this.orders.resume(order, sought.workspaceId),
    );
    if (!isFirst) throw alreadyAnswered();
    return { executionId, blockId, iteration, status: 'resuming' };
  }

  async #admit(workspaceId: string, bodyBytes: number, isKeyed: boolean): Promise<void> {
    if (bodyBytes === 0) return;
    const { rows } = await this.database.pool.query<CallingAccount>(accountOfWorkspaceSql, [
      workspaceId,
    ]);
    const [account] = rows;
    if (account === undefined) throw notFound('waiting approval');
    await this.rateLimits.admitBytes(account, bodyBytes, isKeyed);
  }

  /** Checks each block address once, however often the caller polls. */
  #ofToken(executionId: string, token: string): SoughtApproval {
    if (!isResumeTokenShaped(token)) throw notFound('waiting approval');
    const checked = new Map<string, boolean>();
    const opens = (blockId: string, iteration: string): boolean => {
      const key = `${blockId} ${iteration}`;
      const known = checked.get(key);
      if (known !== undefined) return known;
      const isOpened = isResumeToken(this.masterKeys, { executionId, blockId, iteration }, token);
      checked.set(key, isOpened);
      return isOpened;
    };
    return {
      workspaceId: null,
      isMeant: ({ blockId, iteration }) => opens(blockId, iteration),
      mayBecome: ({ blockId, isRepeated }) => isRepeated || opens(blockId, ''),
    };
  }
}

const chosen = ({
  workspaceId,
  blockId,
  iteration,
}: Exclude<Answered, { readonly token: string }>): SoughtApproval => ({
  workspaceId,
  isMeant: (one) =>
    (blockId === undefined ? one.isWaiting : one.blockId === blockId) &&
    (iteration === undefined || one.iteration === iteration),
  mayBecome: (block) => blockId === undefined || block.blockId === blockId,
});
