/** The caller: an API key or a session with its workspace, its account and its scopes. */
import {
  createParamDecorator,
  type ExecutionContext,
  type CustomDecorator,
  SetMetadata,
} from '@nestjs/common';
import {
  type AccountLimits,
  type ApiKeyScope,
  type Plan,
  type WorkspaceRole,
  workspaceRoles,
} from '@libs/persistence';
import type { Suspension } from './suspension.js';

export interface Principal {
  readonly accountId: string;
  readonly workspaceId: string;
  /** The session's own id when a person signed in without a key. */
  readonly keyId: string;
  /** Null: the request has an API key. */
  readonly sessionId: string | null;
  /** The member who owns the key; null for a workspace key. */
  readonly userId: string | null;
  readonly role: WorkspaceRole;
  readonly scopes: readonly ApiKeyScope[];
  /** When the key ends; null: never. */
  readonly expiresAt: Date | null;
  /** The only workflows that the key may run and read; null: all of the workspace. */
  readonly workflowIds: readonly string[] | null;
  /** Addresses and ranges that the key may be used from; null: any. */
  readonly allowedAddresses: readonly string[] | null;
  readonly plan: Plan;
  /** Limits of the account that replace those of its plan. */
  readonly accountLimits: AccountLimits;
  /** Null: the account is in use. */
  readonly suspension: Suspension | null;
}

/** Each role includes the roles before it. */
export const includesRole = (has: WorkspaceRole, needs: WorkspaceRole): boolean =>
  workspaceRoles.indexOf(has) >= workspaceRoles.indexOf(needs);

/** The identity recorded with an action. */
export type KeyOwner = Pick<Principal, 'accountId' | 'workspaceId' | 'keyId' | 'userId'>;

/** The guards set it: `principal` for an API key, `isOperator` for the operator's key. */
export interface AuthenticatedRequest {
  principal?: Principal;
  isOperator?: boolean;
}

/** Parameter decorator: the Principal of this request; only on routes that are not `@Public()`. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal => {
    const { principal } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (principal === undefined) throw new Error('CurrentPrincipal on a public route');
    return principal;
  },
);

/** Metadata key of `@Scopes()`. */
export const neededScopes = 'flowledger:scopes';

/** The key must have at least one of these scopes. */
export const Scopes = (...anyOf: [ApiKeyScope, ...ApiKeyScope[]]): CustomDecorator =>
  SetMetadata(neededScopes, anyOf);
