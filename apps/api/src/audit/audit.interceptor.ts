/**
 * Records who did what, when and from where. Every request that may change a workspace's data or
 * an account is recorded before it runs, and its outcome afterwards. An action that can't be
 * recorded does not run. Executions are excluded: the ledger is their history.
 */
import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { LOGGER } from '@libs/platform';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { AuthenticatedRequest, KeyOwner } from '../auth/principal.js';
import { translateError } from '../errors/translate-error.js';
import { AuditTrail, type BegunAction } from './audit-trail.js';
import { actionFrom, isManagementAction, targetOf } from './management-action.js';
import { operatorAt } from './operator.js';

const createdIdOf = (answer: unknown): string | null => {
  const id = (answer as { data?: { id?: unknown } } | null | undefined)?.data?.id;
  return typeof id === 'string' ? id : null;
};

@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(
    @Inject(AuditTrail) private readonly trail: AuditTrail,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { principal, isOperator } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const actor = principal ?? (isOperator === true ? operatorAt(context) : undefined);
    if (actor === undefined || !isManagementAction(context)) return next.handle();
    return from(this.#watched(actor, context, next));
  }

  async #watched(actor: KeyOwner, context: ExecutionContext, next: CallHandler): Promise<unknown> {
    const begun = await this.trail.begin(actionFrom(actor, context));
    const asked = targetOf(context);
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    try {
      const answer: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      await this.#end(begun, reply.statusCode, createdIdOf(answer) ?? asked);
      return answer;
    } catch (error) {
      await this.#end(begun, translateError(error).status, asked);
      throw error;
    }
  }

  /**
   * Never fails the request: without this record the action keeps an open end, which is accurate.
   */
  async #end(begun: BegunAction, status: number, targetId: string | null): Promise<void> {
    await this.trail.end(begun, { status, targetId }).catch((error: unknown) => {
      this.logger.warn({ err: error, action: begun.actionId }, 'end of an action not recorded');
    });
  }
}
