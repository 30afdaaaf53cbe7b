/** Turns all failures into answers, including those that Fastify refuses before Nest. */
import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import { LOGGER, RepeatedFailures } from '@libs/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AuthenticatedRequest } from '../auth/principal.js';
import type {} from '../http/allowed-methods.js';
import type {} from '../http/own-headers.js';
import { type LimitsBlock, rateHeadersOf, RateLimits } from '../limits/index.js';
import { ApiError, errorBodyOf } from '../errors/api-error.js';
import { translateError } from '../errors/translate-error.js';

/** Matches both prefixes, see LogsController. */
const logsInterface = /^\/(?:api\/)?v1\/logs(?:[/?]|$)/;

/**
 * Logs the route, not the URL: paths and queries may contain secrets, such as an approval token.
 */
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

  /** Never rejects: nothing awaits it, so a rejection would end the process. */
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
    // A stream that has begun can't become an error answer.
    if (reply.raw.headersSent) return;
    // Hijacked but not begun: nothing else would end it.
    if (reply.sent) throw thrown;
    request.server.ownHeaders?.removeOthers(reply);
    reply
      .status(error.status)
      .headers(error.headers)
      .send(limits === null ? body : { ...body, limits });
  }

  /**
   * Logs every internal fault, but only some repeats of an unavailable dependency (503). The
   * metrics count all of them.
   */
  #log(error: ApiError, thrown: unknown, request: FastifyRequest): void {
    const more = error.status === 503 ? this.#outages.note(error.message) : undefined;
    if (more === null) return;
    this.logger.error(
      { err: thrown, requestId: request.id, ...routeOf(request), more },
      error.code,
    );
  }

  /**
   * The `limits` on the logs interface when the key is known (spec 2.3: in each of its responses).
   * Also sets the spec 8 headers when the call was refused before it was counted. Never fails, so
   * the refusal is always sent.
   */
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
  return new ApiError(405, 'METHOD_NOT_ALLOWED', `This path accepts ${allow}`, undefined, {
    allow,
  });
}
