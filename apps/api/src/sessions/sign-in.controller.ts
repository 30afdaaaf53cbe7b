/** How people get a session: what the sign-in page offers, and links for members. */
import { Controller, Get, Inject, Param, Post, Req } from '@nestjs/common';
import type { Config } from '@libs/config';
import { CONFIG } from '@libs/platform';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal, Public, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { RecordIdPipe } from '../http/zod.pipe.js';
import { requireWorkspace } from '../workflows/stored-workflow.js';
import { CreateSignInLink } from './create-sign-in-link.command.js';
import { authMethodsAnswer, signInLinkAnswer } from './session.schemas.js';

@Controller('api/v1')
export class SignInController {
  readonly #publicUrl: string | undefined;
  readonly #methods: View<typeof authMethodsAnswer>;

  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(CONFIG)
    {
      FLOWLEDGER_PUBLIC_URL: publicUrl,
      FLOWLEDGER_OIDC: providers,
    }: Pick<Config, 'FLOWLEDGER_PUBLIC_URL' | 'FLOWLEDGER_OIDC'>,
  ) {
    this.#publicUrl = publicUrl;
    const oidc = providers.map(({ id, name }) => ({ id, name }));
    this.#methods = { data: { apiKey: true, signInLinks: true, passkeys: false, oidc } };
  }

  @Operation({
    id: 'listAuthMethods',
    summary: 'List the ways to sign in',
    answers: { 200: authMethodsAnswer },
  })
  @Public()
  @Get('auth/methods')
  list(): View<typeof authMethodsAnswer> {
    return this.#methods;
  }

  @Operation({
    id: 'createSignInLink',
    summary: 'Make a link that signs a member in, once, within seven days',
    role: 'owner',
    answers: { 201: signInLinkAnswer },
  })
  @Scopes('workflows:write')
  @Post('workspaces/:workspaceId/members/:userId/sign-in-links')
  async create(
    @CurrentPrincipal() principal: Principal,
    @Req() request: FastifyRequest,
    @Param('workspaceId', new RecordIdPipe('workspace', exampleIds.workspace)) workspaceId: string,
    @Param('userId', new RecordIdPipe('member', exampleIds.user)) userId: string,
  ): Promise<View<typeof signInLinkAnswer>> {
    const baseUrl = this.#publicUrl ?? `${request.protocol}://${request.host}`;
    const command = new CreateSignInLink(requireWorkspace(workspaceId, principal), userId, baseUrl);
    return { data: await this.bus.execute(command) };
  }
}
