/**
 * Add `@UseGuards(LogsRateLimitGuard)` to controllers of the logs interface. It counts the call and
 * sets the spec 8 headers on every answer where the key is known, errors included.
 */
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthenticatedRequest } from '../auth/principal.js';
import { operationAt } from '../http/operation.decorator.js';
import { rateLimited } from './limit-refusals.js';
import { rateHeadersOf, RateLimits } from './rate-limits.js';

/** What the dashboard shows. A tail, an export or a download counts as a call of the account. */
const pages = new Set([
  'listLogs',
  'getLog',
  'getExecutionLog',
  'listSpans',
  'getSpan',
  'getTrace',
]);

@Injectable()
export class LogsRateLimitGuard implements CanActivate {
  constructor(@Inject(RateLimits) private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { principal } = http.getRequest<FastifyRequest & AuthenticatedRequest>();
    if (principal === undefined) throw new Error('LogsRateLimitGuard on a public route');
    const isPage = pages.has(operationAt(context)?.id.replace(/_v1$/, '') ?? '');
    const call = await this.limits.consumeLogsCall(principal, isPage);
    http.getResponse<FastifyReply>().headers(rateHeadersOf(call));
    if (!call.allowed) throw rateLimited(call, `${call.limit} calls of the logs API per minute`);
    return true;
  }
}
