/** The one place where failures become answers; also for what Fastify refuses before Nest sees it. */
import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import { LOGGER, RepeatedFailures } from '@libs/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AuthenticatedRequest } from '../auth/principal.js';
import type {} from '../http/allowed-methods.js';
import type {} from '../http/own-headers.js';
import { type LimitsBlock, rateHeadersOf, RateLimits } from '../limits/index.js';
import { ApiError } from './api-error.js';
import { translateError } from './translate-error.js';

export interface ErrorBody {
  readonly error: string;
  readonly code: string;
  readonly details?: unknown;
  /** Only with 500: names the log line. */
  readonly requestId?: string;
  /** On the logs interface where the key is known (spec 2.3: in every response of it). */
  readonly limits?: LimitsBlock;
}

/** Under both prefixes, see LogsController. */
const logsInterface = /^\/(?:api\/)?v1\/logs(?:[/?]|$)/;

export const errorBodyOf = (error: ApiError, requestId?: string): ErrorBody => ({
  error: error.message,
  code: error.code,
  ...(error.details !== undefined && { details: error.details }),
  ...(error.status === 500 && requestId !== undefined && { requestId }),
});

/** The route and not the URL: paths and queries may hold secrets, such as the token of an approval. */
const routeOf = ({ method, routeOptions: { url = 'none' } }: FastifyRequest): object => ({
  method,
  route: url,
});

@Catch()
export class ErrorFilter implements ExceptionFilter {
  readonly #outages = new RepeatedFailures();

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  /** Never rejects: nobody waits for it, so the process would end. */
  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest & AuthenticatedRequest>();
    const reply = http.getResponse<FastifyReply>();
    try {
      await this.#answer(thrown, request, reply);
    } catch (error) {
      this.logger.error({ err: error, requestId: request.id }, 'ERROR_NOT_ANSWERED');
      reply.raw.destroy();
    }
  }

  async #answer(
    thrown: unknown,
    request: FastifyRequest & AuthenticatedRequest,
    reply: FastifyReply,
  ): Promise<void> {
    let error = translateError(thrown);
    if (error.status >= 500) this.#log(error, thrown, request);
    if (request.is404 && !(thrown instanceof ApiError) && error.status === 404)
      error = forUnknownRoute(request, error);
    const body = errorBodyOf(error, request.id);
    const limits = error.status < 500 ? await this.#limitsFor(request, reply) : null;
    // A stream that has begun can't become an error answer any more.
    if (reply.raw.headersSent) return;
    // Hijacked, and not begun: nobody else would end it.
    if (reply.sent) throw thrown;
    request.server.ownHeaders?.removeOthers(reply);
    reply
      .status(error.status)
      .headers(error.headers)
      .send(limits === null ? body : { ...body, limits });
  }

  /** Each fault of ours; of what is away (503), one in a while. All of them are in the metrics. */
  #log(error: ApiError, thrown: unknown, request: FastifyRequest): void {
    const more = error.status === 503 ? this.#outages.note(error.message) : undefined;
    if (more === null) return;
    this.logger.error(
      { err: thrown, requestId: request.id, ...routeOf(request), more },
      error.code,
    );
  }

  /** Also sets the headers of spec 8 where the call was refused before it was counted. Never fails: the refusal goes out. */
  async #limitsFor(
    { principal, url }: FastifyRequest & AuthenticatedRequest,
    reply: FastifyReply,
  ): Promise<LimitsBlock | null> {
    if (principal === undefined || !logsInterface.test(url)) return null;
    try {
      const limits = await this.limits.limitsBlock(principal);
      if (!reply.hasHeader('x-ratelimit-limit'))
        reply.headers(rateHeadersOf(this.limits.logsWindow(principal)));
      return limits;
    } catch {
      return null;
    }
  }
}

/** A known path with another method is 405. */
function forUnknownRoute(request: FastifyRequest, error: ApiError): ApiError {
  const allowed = request.server.allowedMethods?.of(request.url) ?? [];
  if (allowed.length === 0) return error;
  const allow = allowed.join(', ');
  return new ApiError(405, 'METHOD_NOT_ALLOWED', `This path answers to ${allow}`, undefined, {
    allow,
  });
}
