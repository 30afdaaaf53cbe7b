/**
 * Sign-in with an OpenID provider. A browser navigates here, so every answer is a redirect: to the
 * provider, into the dashboard, or to the sign-in page with the reason.
 */
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { type Config, publicUrlOf } from '@libs/config';
import { CONFIG } from '@libs/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../auth/index.js';
import { WrongKeys } from '../auth/wrong-keys.js';
import { Bus } from '../bus/bus.js';
import { ApiError } from '../errors/api-error.js';
import { clientAddressOf } from '../http/client-address.js';
import { PathPipe } from '../http/zod.pipe.js';
import { CreateSession } from '../sessions/create-session.command.js';
import { deviceOf, SignedIn } from '../sessions/signed-in.js';
import { BeginOidcSignIn } from './begin-oidc-sign-in.command.js';
import { FinishOidcSignIn } from './finish-oidc-sign-in.command.js';
import { OidcRefusal, refusalPath } from './oidc-refusal.js';
import { ownPath } from './own-path.js';
import { noPendingCookie } from './pending-sign-in.js';

const providerPipe = new PathPipe('sso', 'A provider of `GET /api/v1/auth/methods`.');

@Public()
@Controller('auth/oidc/:id')
export class OidcController {
  readonly #publicUrl: string;

  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(WrongKeys) private readonly wrongKeys: WrongKeys,
    @Inject(SignedIn) private readonly signedIn: SignedIn,
    @Inject(CONFIG) config: Config,
  ) {
    this.#publicUrl = publicUrlOf(config);
  }

  @Get('start')
  async start(
    @Param('id', providerPipe) id: string,
    @Query('next') next: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.#redirect(reply, async () => {
      const { url, cookie } = await this.bus.execute(new BeginOidcSignIn(id, ownPath(next)));
      void reply.header('set-cookie', cookie);
      return url;
    });
  }

  @Get('callback')
  async callback(
    @Param('id', providerPipe) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const device = deviceOf(request);
    await this.#redirect(reply, async () => {
      void reply.header('set-cookie', noPendingCookie(this.#publicUrl));
      return this.#counted(clientAddressOf(request), async () => {
        const { search } = new URL(request.url, this.#publicUrl);
        const finish = new FinishOidcSignIn(id, search, request.headers.cookie);
        const { next, ...member } = await this.bus.execute(finish);
        const session = await this.bus.execute(new CreateSession({ member }, device));
        await this.signedIn.record(session, null, request, reply);
        return this.#publicUrl + (next ?? '/');
      });
    });
  }

  /** Anyone may call: whoever fails often waits, before the database and the provider are asked. */
  async #counted<T>(address: string, signIn: () => Promise<T>): Promise<T> {
    if (this.wrongKeys.refusalFor(address) !== null) throw new OidcRefusal('too_many');
    return signIn().catch((error: unknown) => {
      const isOurs = error instanceof OidcRefusal && error.reason === 'provider_unavailable';
      if (error instanceof OidcRefusal && !isOurs) this.wrongKeys.note(address, 'unknown');
      throw error;
    });
  }

  async #redirect(reply: FastifyReply, work: () => Promise<string>): Promise<void> {
    const url = await work().catch((error: unknown) => {
      if (error instanceof OidcRefusal) return this.#publicUrl + refusalPath(error);
      // The person was removed from the last workspace meanwhile.
      if (error instanceof ApiError && error.status === 401)
        return this.#publicUrl + refusalPath(new OidcRefusal('unknown_email'));
      throw error;
    });
    void reply.status(303).headers({ location: url, 'cache-control': 'no-store' });
  }
}
