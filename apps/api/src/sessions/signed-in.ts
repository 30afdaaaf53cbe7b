/** The end of every sign-in: its audit record, then the cookie of the session. */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@libs/config';
import { CONFIG } from '@libs/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditTrail } from '../audit/audit-trail.js';
import { actionBy } from '../audit/management-action.js';
import type { Principal } from '../auth/principal.js';
import { sessionCookie } from '../auth/session-cookie.js';
import { clientAddressOf } from '../http/client-address.js';
import type { Device, NewSession } from './create-session.command.js';

const longestAgent = 500;

export const deviceOf = (request: FastifyRequest): Device => ({
  address: clientAddressOf(request),
  agent: request.headers['user-agent']?.slice(0, longestAgent) ?? null,
});

@Injectable()
export class SignedIn {
  readonly #publicUrl: string | undefined;

  constructor(
    @Inject(AuditTrail) private readonly audit: AuditTrail,
    @Inject(CONFIG) { FLOWLEDGER_PUBLIC_URL: publicUrl }: Pick<Config, 'FLOWLEDGER_PUBLIC_URL'>,
  ) {
    this.#publicUrl = publicUrl;
  }

  /** @param key of the session; null: a person signed in without one */
  async record(
    { token, accountId, view }: NewSession,
    key: Pick<Principal, 'keyId' | 'userId'> | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { keyId, userId } = key ?? { keyId: view.id, userId: view.userId };
    const workspaceId = view.workspaces[0]?.id ?? '';
    const actor = { keyId, userId, accountId, workspaceId };
    const begun = await this.audit.begin(actionBy(actor, request, 'createSession', null));
    await this.audit.end(begun, { status: 201, targetId: view.id });
    const cookie = sessionCookie(token, this.#publicUrl, new Date(view.expiresAt));
    void reply.header('set-cookie', cookie);
  }
}
