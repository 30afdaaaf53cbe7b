/**
 * Every route needs an `x-api-key`, or the cookie of a session, unless it is `@Public()` or the
 * OperatorGuard has accepted the operator's key. `@Scopes()` names the accepted scopes.
 */
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ApiKeyScope } from '@libs/persistence';
import { publicRoute } from '@libs/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefusedActions } from '../audit/refused-actions.js';
import { ApiError } from '../errors/api-error.js';
import { isAllowedFrom } from '../auth/allowed-addresses.js';
import { ApiKeyLookup } from '../auth/api-key-lookup.js';
import { OpenRequests, outlivesItsKey } from '../auth/open-requests.js';
import { type AuthenticatedRequest, neededScopes, type Principal } from '../auth/principal.js';
import { WrongKeys } from '../auth/wrong-keys.js';
import { clientAddressOf } from '../http/client-address.js';
import { SessionCaller } from './session-caller.js';

/** Longer values can't be valid keys; hashing megabytes of header would waste CPU. */
const maxKeyLength = 512;

@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    @Inject(ApiKeyLookup) private readonly lookup: ApiKeyLookup,
    @Inject(WrongKeys) private readonly wrongKeys: WrongKeys,
    @Inject(OpenRequests) private readonly open: OpenRequests,
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(RefusedActions) private readonly refused: RefusedActions,
    @Inject(SessionCaller) private readonly sessions: SessionCaller,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(publicRoute, targets) === true)
      return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & AuthenticatedRequest>();
    if (request.isOperator === true) return true;
    const principal = await this.#principalOf(request, context);
    // Set before the scope check: logs interface refusals include the limits once the key is known.
    request.principal = principal;
    const anyOf = this.reflector.getAllAndOverride<ApiKeyScope[] | undefined>(
      neededScopes,
      targets,
    );
    if (anyOf !== undefined && !anyOf.some((scope) => principal.scopes.includes(scope))) {
      const what = `The API key needs the scope ${anyOf.join(' or ')}`;
      const refusal = new ApiError(403, 'MISSING_SCOPE', what);
      await this.refused.note(principal, context, refusal);
      throw refusal;
    }
    if (this.reflector.get<boolean | undefined>(outlivesItsKey, context.getHandler()) !== true)
      this.open.watch(principal, context.switchToHttp().getResponse<FastifyReply>());
    return true;
  }

  async #principalOf(request: FastifyRequest, context: ExecutionContext): Promise<Principal> {
    const header = request.headers['x-api-key'];
    if (header === undefined || header === '') {
      const token = this.sessions.tokenOf(request);
      if (token !== null) return this.sessions.principalOf(token, request, context);
      this.wrongKeys.count('missing');
      throw new ApiError(401, 'MISSING_API_KEY', 'An API key is required in the header x-api-key');
    }
    const key = typeof header === 'string' && header.length <= maxKeyLength ? header : null;
    const address = clientAddressOf(request);
    const limited = this.wrongKeys.refusalFor(address);
    if (limited !== null && (key === null || !this.lookup.hasWorked(key))) {
      this.wrongKeys.count('limited');
      throw limited;
    }
    const principal = key === null ? null : await this.lookup.find(key);
    if (principal === null) return this.#refuseWrong(key, address, context);
    if (isAllowedFrom(principal, address)) return principal;
    this.wrongKeys.count('address');
    const what = `The API key may not be used from ${address}; call from an allowed address, or ask an owner for a key that allows this one`;
    const refusal = new ApiError(403, 'ADDRESS_NOT_ALLOWED', what);
    await this.refused.noteMisuse(principal, context, refusal);
    throw refusal;
  }

  async #refuseWrong(
    key: string | null,
    address: string,
    context: ExecutionContext,
  ): Promise<never> {
    const refusal = new ApiError(401, 'INVALID_API_KEY', 'The API key is not valid');
    const owner = key === null ? null : await this.lookup.ownerOf(key);
    this.wrongKeys.note(address, owner === null ? 'unknown' : 'ended');
    if (owner !== null) await this.refused.noteMisuse(owner, context, refusal);
    throw refusal;
  }
}
