/** Runs after the ApiKeyGuard: the role must allow the operation, whatever the key's scopes. */
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { RefusedActions } from '../audit/refused-actions.js';
import { type AuthenticatedRequest, includesRole, type Principal } from '../auth/principal.js';
import { ApiError } from '../errors/api-error.js';
import { operationAt } from '../http/operation.decorator.js';

@Injectable()
export class RoleGuard implements CanActivate {
  constructor(@Inject(RefusedActions) private readonly refused: RefusedActions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { principal } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    // A public or an operator's route: the guards before accepted it without an API key.
    if (principal === undefined) return true;
    const refusal = refusalFor(principal, context);
    if (refusal === null) return true;
    await this.refused.note(principal, context, refusal);
    throw refusal;
  }
}

function refusalFor({ role }: Principal, context: ExecutionContext): ApiError | null {
  const needed = operationAt(context)?.role;
  // An API key never gets past the OperatorGuard of an operator's route.
  if (needed === undefined || needed === 'operator')
    return new ApiError(403, 'MISSING_ROLE', 'No role may do this operation');
  if (includesRole(role, needed)) return null;
  const what = `This takes the role ${needed}; the key has the role ${role}`;
  return new ApiError(403, 'MISSING_ROLE', what);
}
