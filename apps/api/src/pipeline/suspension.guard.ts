/**
 * Keys of a suspended account may read and delete, and may let what runs come to its end. An
 * operation says otherwise by `whileSuspended`. Runs after the RoleGuard.
 */
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RefusedActions } from '../audit/refused-actions.js';
import type { AuthenticatedRequest } from '../auth/principal.js';
import { ownAccountSuspended } from '../auth/suspension.js';
import { operationAt } from '../http/operation.decorator.js';

const usuallyAllowed = new Set(['GET', 'HEAD', 'DELETE']);

@Injectable()
export class SuspensionGuard implements CanActivate {
  constructor(@Inject(RefusedActions) private readonly refused: RefusedActions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & AuthenticatedRequest>();
    const { principal, method } = request;
    if (principal === undefined || principal.suspension === null) return true;
    if (operationAt(context)?.whileSuspended ?? usuallyAllowed.has(method)) return true;
    const refusal = ownAccountSuspended(principal.suspension);
    await this.refused.note(principal, context, refusal);
    throw refusal;
  }
}
