/** Who calls: an API key with its workspace and account. */
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccountLimits, ApiKeyScope, Plan, WorkspaceRole } from '@libs/persistence';

export interface Principal {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly keyId: string;
  /** The member whose key it is; null for a key of the workspace itself. */
  readonly userId: string | null;
  readonly role: WorkspaceRole;
  readonly scopes: readonly ApiKeyScope[];
  readonly plan: Plan;
  /** What the account has instead of its plan's numbers. */
  readonly accountLimits: AccountLimits;
}

/** Who an action is written down for. */
export type KeyOwner = Pick<Principal, 'accountId' | 'workspaceId' | 'keyId' | 'userId'>;

/** Where the guard leaves it. */
export interface AuthenticatedRequest {
  principal?: Principal;
}

/** Parameter decorator: the Principal of this request; only on routes that are not `@Public()`. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal => {
    const { principal } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (principal === undefined) throw new Error('CurrentPrincipal on a public route');
    return principal;
  },
);
