/** Runs after the ApiKeyGuard: the role must allow the operation, whatever the key's scopes. */
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RefusedActions } from '../audit/refused-actions.js';
import { ApiError } from '../errors/api-error.js';
import { operationAt } from '../openapi/operations.js';
import type { AuthenticatedRequest, Principal } from '../auth/principal.js';
import { includesRole, roleFor } from '../auth/roles.js';

@Injectable()
export class RoleGuard implements CanActivate {
  constructor(@Inject(RefusedActions) private readonly refused: RefusedActions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & AuthenticatedRequest>();
    const { principal } = request;
    // A public route: the ApiKeyGuard accepted it without a key.
    if (principal === undefined) return true;
    const refusal = refusalFor(principal, request);
    if (refusal === null) return true;
    await this.refused.note(principal, request, refusal);
    throw refusal;
  }
}

function refusalFor(
  { role }: Principal,
  { method, routeOptions: { url = '' } }: FastifyRequest,
): ApiError | null {
  const operation = operationAt(method, url);
  const needed = operation === undefined ? undefined : roleFor(operation.id);
  if (needed === undefined)
    return new ApiError(403, 'MISSING_ROLE', 'No role may do this operation');
  if (includesRole(role, needed)) return null;
  const what = `This takes the role ${needed}; the key has the role ${role}`;
  return new ApiError(403, 'MISSING_ROLE', what);
}
