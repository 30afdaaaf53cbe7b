/** Decides which requests are management actions, and which of their fields are recorded. */
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { KeyOwner } from '../auth/principal.js';
import { clientAddressOf } from '../http/client-address.js';
import { operationAt } from '../http/operation.decorator.js';
import type { Action } from './audit-trail.js';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);
const longestUserAgent = 500;

const requestOf = (context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>();

/** The id of the operation; method and route for a route without a description. */
export function actionOf(context: ExecutionContext): string {
  const { method, routeOptions } = requestOf(context);
  return operationAt(context)?.id ?? `${method} ${routeOptions.url ?? ''}`;
}

/**
 * Whether it may change a workspace's data. Executions are excluded: the ledger is their history.
 */
export const isManagementAction = (context: ExecutionContext): boolean =>
  !reads.has(requestOf(context).method) && operationAt(context)?.audited !== false;

/** The last id in the path: the record itself rather than its parent. */
export const targetOf = (context: ExecutionContext): string | null =>
  Object.values((requestOf(context).params ?? {}) as Record<string, string>).at(-1) ?? null;

export const actionFrom = (owner: KeyOwner, context: ExecutionContext): Action =>
  actionBy(owner, requestOf(context), actionOf(context), targetOf(context));

/** For a request whose actor is known only after it was handled. */
export function actionBy(
  owner: KeyOwner,
  request: FastifyRequest,
  action: string,
  targetId: string | null,
): Action {
  return {
    workspaceId: owner.workspaceId,
    accountId: owner.accountId,
    keyId: owner.keyId,
    userId: owner.userId,
    action,
    path: new URL(request.url, 'http://localhost').pathname,
    targetId,
    ip: clientAddressOf(request),
    userAgent: request.headers['user-agent']?.slice(0, longestUserAgent) ?? null,
    requestId: request.id,
  };
}
