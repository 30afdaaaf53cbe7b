/**
 * Operator routes need the operator's key in `x-operator-key`. No other route reads that header,
 * and no operator route reads `x-api-key`, so neither key can stand in for the other.
 */
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Config } from '@libs/config';
import { CONFIG, LOGGER, RepeatedFailures } from '@libs/platform';
import { hashApiKey } from '@libs/security';
import type { FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import type { AuthenticatedRequest } from '../auth/principal.js';
import { ApiError } from '../errors/api-error.js';
import { clientAddressOf } from '../http/client-address.js';
import { isOperatorRoute } from '../http/operation.decorator.js';
import { RateLimits } from '../limits/index.js';

/** Longer values can't be the key; hashing megabytes of header would waste CPU. */
const maxKeyLength = 512;

@Injectable()
export class OperatorGuard implements CanActivate {
  readonly #hash: Buffer | null;
  readonly #refused = new RepeatedFailures();

  constructor(
    @Inject(CONFIG) { FLOWLEDGER_OPERATOR_KEY: key }: Config,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#hash = key === undefined ? null : hashApiKey(key.reveal());
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!isOperatorRoute(context)) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & AuthenticatedRequest>();
    const key = request.headers['x-operator-key'];
    if (this.#hash === null) {
      const message = 'The operator API is off; set FLOWLEDGER_OPERATOR_KEY on the api to use it';
      throw new ApiError(404, 'NOT_FOUND', message);
    }
    if (key === undefined || key === '') {
      const message = "The operator's key is required in the header x-operator-key";
      throw new ApiError(401, 'MISSING_OPERATOR_KEY', message);
    }
    if (!isKey(key, this.#hash)) {
      this.#noteRefusal(request);
      throw new ApiError(401, 'INVALID_OPERATOR_KEY', "The operator's key is not valid");
    }
    // After the check: callers without the key can't use up the operator's calls.
    await this.limits.consumeOperatorCall();
    request.isOperator = true;
    return true;
  }

  /** Unknown keys have no owner and so no audit record. */
  #noteRefusal(request: FastifyRequest): void {
    const more = this.#refused.note('operator key');
    const caller = { ip: clientAddressOf(request), requestId: request.id };
    if (more !== null) this.logger.warn({ ...caller, more }, 'OPERATOR_KEY_REFUSED');
  }
}

const isKey = (key: string | string[], hash: Buffer): boolean =>
  typeof key === 'string' && key.length <= maxKeyLength && timingSafeEqual(hashApiKey(key), hash);
