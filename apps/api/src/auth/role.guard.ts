/** Behind the ApiKeyGuard: the caller's role must be one that may do this operation, whatever the key's scopes are. */
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { operationAt } from '../openapi/operations.js';
import type { AuthenticatedRequest } from './principal.js';
import { includesRole, roleFor } from './roles.js';

@Injectable()
export class RoleGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { principal, method, routeOptions } = context
      .switchToHttp()
      .getRequest<FastifyRequest & AuthenticatedRequest>();
    // Public: the ApiKeyGuard let it through without a key.
    if (principal === undefined) return true;
    const operation = operationAt(method, routeOptions.url ?? '');
    const needed = operation === undefined ? undefined : roleFor(operation.id);
    if (needed === undefined)
      throw new ApiError(403, 'MISSING_ROLE', 'No role may do this operation');
    if (!includesRole(principal.role, needed)) {
      throw new ApiError(
        403,
        'MISSING_ROLE',
        `This takes the role ${needed}; the key has the role ${principal.role}`,
      );
    }
    return true;
  }
}
