/**
 * The caller of a request with the cookie of a session. A key in the same request comes first: who
 * sends one means it.
 */
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Config } from '@libs/config';
import { CONFIG } from '@libs/platform';
import type { FastifyRequest } from 'fastify';
import { validate } from 'uuid';
import { RefusedActions } from '../audit/refused-actions.js';
import { isAllowedFrom } from '../auth/allowed-addresses.js';
import type { Principal } from '../auth/principal.js';
import { changesNothing, crossSite, isSameOrigin } from '../auth/same-origin.js';
import { sessionTokenIn } from '../auth/session-cookie.js';
import { SessionLookup } from '../auth/session-lookup.js';
import { WrongKeys } from '../auth/wrong-keys.js';
import { ApiError } from '../errors/api-error.js';
import { clientAddressOf } from '../http/client-address.js';

/**
 * The workspace that it is about: tabs of one browser may be in different ones. An EventSource and
 * a link to a download can set no header, so what only reads may name it in its query.
 */
function askedWorkspace(request: FastifyRequest): string | null {
  const query = request.query as Readonly<Record<string, unknown>>;
  const asked =
    request.headers['x-workspace-id'] ??
    (changesNothing(request.method) ? query['workspaceId'] : undefined);
  if (asked === undefined) return null;
  if (typeof asked === 'string' && validate(asked)) return asked.toLowerCase();
  throw new ApiError(400, 'INVALID_PARAMETER', 'x-workspace-id must be the id of a workspace');
}

@Injectable()
export class SessionCaller {
  readonly #publicUrl: string | undefined;

  constructor(
    @Inject(SessionLookup) private readonly lookup: SessionLookup,
    @Inject(WrongKeys) private readonly wrongKeys: WrongKeys,
    @Inject(RefusedActions) private readonly refused: RefusedActions,
    @Inject(CONFIG) { FLOWLEDGER_PUBLIC_URL: publicUrl }: Pick<Config, 'FLOWLEDGER_PUBLIC_URL'>,
  ) {
    this.#publicUrl = publicUrl;
  }

  /** Null: the request has no session. */
  tokenOf({ headers }: FastifyRequest): string | null {
    return sessionTokenIn(headers.cookie, this.#publicUrl);
  }

  /** @throws ApiError 400, 401, 403, 429 */
  async principalOf(
    token: string,
    request: FastifyRequest,
    context: ExecutionContext,
  ): Promise<Principal> {
    if (!changesNothing(request.method) && isSameOrigin(request, this.#publicUrl) !== true)
      throw crossSite();
    const address = clientAddressOf(request);
    const limited = this.wrongKeys.refusalFor(address);
    const workspaceId = askedWorkspace(request);
    const principal = await this.lookup.find(token, workspaceId);
    if (principal === null) {
      if (workspaceId !== null && (await this.lookup.find(token, null)) !== null)
        throw new ApiError(
          403,
          'WORKSPACE_NOT_ALLOWED',
          `This session has no access to the workspace ${workspaceId}`,
        );
      if (limited !== null) throw limited;
      this.wrongKeys.note(address, 'ended');
      throw new ApiError(401, 'SESSION_ENDED', 'The session has ended. Sign in again');
    }
    if (isAllowedFrom(principal, address)) return principal;
    this.wrongKeys.count('address');
    const what = `The API key of this session may not be used from ${address}`;
    const refusal = new ApiError(403, 'ADDRESS_NOT_ALLOWED', what);
    await this.refused.noteMisuse(principal, context, refusal);
    throw refusal;
  }
}
