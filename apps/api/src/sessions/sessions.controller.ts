/** `/api/v1/sessions`: sessions of browsers. A session has the rights of its key or its person. */
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import type { Config } from '@libs/config';
import { CONFIG } from '@libs/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal, OutlivesItsKey, type Principal, Public } from '../auth/index.js';
import { crossSite, isSameOrigin } from '../auth/same-origin.js';
import { sessionCookie } from '../auth/session-cookie.js';
import { Bus } from '../bus/bus.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { BodyPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { CreateSession } from './create-session.command.js';
import { EndSession } from './end-session.command.js';
import { GetSession } from './get-session.query.js';
import { ListSessions } from './list-sessions.query.js';
import { OfferedKeys } from './offered-keys.js';
import { deviceList, sessionAnswer, sessionBody, type SessionBody } from './session.schemas.js';
import { deviceOf, SignedIn } from './signed-in.js';

const sessionIdPipe = new RecordIdPipe('session', exampleIds.session);

@Controller('api/v1/sessions')
export class SessionsController {
  readonly #publicUrl: string | undefined;

  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(OfferedKeys) private readonly keys: OfferedKeys,
    @Inject(SignedIn) private readonly signedIn: SignedIn,
    @Inject(CONFIG) { FLOWLEDGER_PUBLIC_URL: publicUrl }: Pick<Config, 'FLOWLEDGER_PUBLIC_URL'>,
  ) {
    this.#publicUrl = publicUrl;
  }

  @Operation({
    id: 'createSession',
    summary: 'Sign a browser in with an API key or a sign-in link; sets a cookie',
    answers: { 201: sessionAnswer },
    refusals: [401, 403, 429],
    example: { apiKey: 'fl_…' },
    // Recorded by the handler, which alone knows the actor.
    audited: false,
  })
  @Public()
  @Post()
  async create(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(new BodyPipe(sessionBody)) body: SessionBody,
  ): Promise<View<typeof sessionAnswer>> {
    // Another site must not sign its visitors in as another person.
    if (isSameOrigin(request, this.#publicUrl) === false) throw crossSite();
    const device = deviceOf(request);
    const by =
      body.apiKey === undefined
        ? { signInToken: body.signInToken ?? '' }
        : { key: await this.keys.principalOf(body.apiKey, device.address) };
    const session = await this.keys.counted(device.address, () =>
      this.bus.execute(new CreateSession(by, device)),
    );
    await this.signedIn.record(session, 'key' in by ? by.key : null, request, reply);
    return { data: session.view };
  }

  @Operation({
    id: 'listSessions',
    summary: "List the caller's open sessions, newest first",
    role: 'viewer',
    limitedKeys: 'handler',
    answers: { 200: deviceList },
    links: { '/data/0/id': [':id'] },
  })
  @Get()
  async list(@CurrentPrincipal() principal: Principal): Promise<View<typeof deviceList>> {
    return { data: await this.bus.execute(new ListSessions(principal)) };
  }

  @Operation({
    id: 'getSession',
    summary: 'Get the session of this request, with its workspaces',
    role: 'viewer',
    limitedKeys: 'handler',
    answers: { 200: sessionAnswer },
    refusals: [404],
  })
  @Get('current')
  async current(@CurrentPrincipal() principal: Principal): Promise<View<typeof sessionAnswer>> {
    return { data: await this.bus.execute(new GetSession(principal)) };
  }

  @Operation({
    id: 'endSession',
    summary: 'Sign out: end the session of this request',
    role: 'viewer',
    limitedKeys: 'handler',
    answers: { 204: null },
    refusals: [404],
  })
  @OutlivesItsKey()
  @Delete('current')
  @HttpCode(204)
  async end(
    @CurrentPrincipal() principal: Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.bus.execute(new EndSession(principal, principal.sessionId));
    void reply.header('set-cookie', sessionCookie(null, this.#publicUrl, new Date(0)));
  }

  @Operation({
    id: 'endOtherSession',
    summary: "End one of the caller's sessions",
    role: 'viewer',
    limitedKeys: 'handler',
    answers: { 204: null },
  })
  @OutlivesItsKey()
  @Delete(':id')
  @HttpCode(204)
  async endOther(
    @CurrentPrincipal() principal: Principal,
    @Param('id', sessionIdPipe) id: string,
  ): Promise<void> {
    await this.bus.execute(new EndSession(principal, id));
  }
}
