/** The operator of the service as the actor of a recorded action. */
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { KeyOwner } from '../auth/principal.js';

/** Workspace and key of an operator's action: it has neither. Persisted, never changed. */
export const noId = '00000000-0000-0000-0000-000000000000';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const operatorOf = (accountId: string): KeyOwner => ({
  accountId: uuid.test(accountId) ? accountId : noId,
  workspaceId: noId,
  keyId: noId,
  userId: null,
});

/** The account is the one in the path; an account that is being created has no id yet. */
export function operatorAt(context: ExecutionContext): KeyOwner {
  const { params } = context.switchToHttp().getRequest<FastifyRequest>();
  return operatorOf((params as { readonly accountId?: string } | undefined)?.accountId ?? noId);
}
