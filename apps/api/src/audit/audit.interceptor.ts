/**
 * Who did what, when, from where: every request that may change what a workspace holds is written down before it is carried out, and
 * its outcome after. An action that can't be written down does not happen. Executions have their own history, the ledger.
 */
import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Database } from '@libs/persistence';
import { DATABASE, LOGGER } from '@libs/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { v7 as uuidv7 } from 'uuid';
import type { AuthenticatedRequest, Principal } from '../auth/principal.js';
import { translateError } from '../errors/translate-error.js';
import { operationAt } from '../openapi/operations.js';
import { beginActionSql, endActionSql } from './audit.sql.js';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);
const executions = /^\/api\/v1\/(?:executions\/|workflows\/:id\/execute$)/;
const longestUserAgent = 500;

/** As in the OpenAPI document; a route that is not there goes by its path. */
const actionOf = ({ method, routeOptions: { url = '' } }: FastifyRequest): string =>
  operationAt(method, url)?.id ?? `${method} ${url}`;

/** The last id in the path: the record itself, not what it belongs to. */
const targetOf = ({ params }: FastifyRequest): string | null =>
  Object.values((params ?? {}) as Record<string, string>).at(-1) ?? null;

const createdIdOf = (answer: unknown): string | null => {
  const id = (answer as { data?: { id?: unknown } } | null | undefined)?.data?.id;
  return typeof id === 'string' ? id : null;
};

@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest & AuthenticatedRequest>();
    const { principal, method, routeOptions } = request;
    if (principal === undefined || reads.has(method) || executions.test(routeOptions.url ?? ''))
      return next.handle();
    return from(this.#watched(principal, request, http.getResponse<FastifyReply>(), next));
  }

  async #watched(
    principal: Principal,
    request: FastifyRequest,
    reply: FastifyReply,
    next: CallHandler,
  ): Promise<unknown> {
    const id = await this.#begin(principal, request);
    try {
      const answer: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      await this.#end(id, reply.statusCode, createdIdOf(answer));
      return answer;
    } catch (error) {
      await this.#end(id, translateError(error).status, null);
      throw error;
    }
  }

  async #begin(principal: Principal, request: FastifyRequest): Promise<string> {
    const id = uuidv7();
    const userAgent = request.headers['user-agent']?.slice(0, longestUserAgent) ?? null;
    await this.database.pool.query(beginActionSql, [
      id,
      principal.workspaceId,
      principal.accountId,
      principal.keyId,
      principal.userId,
      actionOf(request),
      new URL(request.url, 'http://localhost').pathname,
      targetOf(request),
      request.ip,
      userAgent,
      request.id,
    ]);
    return id;
  }

  /** Without it the event stands there with an open outcome, which is the truth. */
  async #end(id: string, status: number, targetId: string | null): Promise<void> {
    await this.database.pool.query(endActionSql, [id, status, targetId]).catch((error: unknown) => {
      this.logger.warn({ err: error, auditEvent: id }, 'the outcome of an action is not noted');
    });
  }
}
