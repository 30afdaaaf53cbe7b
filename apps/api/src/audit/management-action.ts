/** Decides which requests are management actions, and which of their fields are recorded. */
import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import type { KeyOwner } from '../auth/principal.js';
import { ledgerOperations, operationAt } from '../openapi/operations.js';
import type { Action } from './audit-trail.js';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);
const longestUserAgent = 500;

/** The operation id of the OpenAPI document; method and route for an undocumented route. */
export const actionOf = ({ method, routeOptions: { url = '' } }: FastifyRequest): string =>
  operationAt(method, url)?.id ?? `${method} ${url}`;

/**
 * Whether it may change a workspace's data. Executions are excluded: the ledger is their history.
 */
export const isManagementAction = (request: FastifyRequest): boolean =>
  !reads.has(request.method) && !ledgerOperations.has(actionOf(request));

/** The last id in the path: the record itself rather than its parent. */
export const targetOf = ({ params }: FastifyRequest): string | null =>
  Object.values((params ?? {}) as Record<string, string>).at(-1) ?? null;

/**
 * The connection's address when a trusted proxy forwarded something that is not an IP address: that
 * text may have any content and length.
 */
const addressOf = ({ ip, socket }: FastifyRequest): string =>
  isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;

export const actionFrom = (owner: KeyOwner, request: FastifyRequest): Action => ({
  workspaceId: owner.workspaceId,
  accountId: owner.accountId,
  keyId: owner.keyId,
  userId: owner.userId,
  action: actionOf(request),
  path: new URL(request.url, 'http://localhost').pathname,
  targetId: targetOf(request),
  ip: addressOf(request),
  userAgent: request.headers['user-agent']?.slice(0, longestUserAgent) ?? null,
  requestId: request.id,
});
