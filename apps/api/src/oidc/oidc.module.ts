import { Module } from '@nestjs/common';
import { WorkspaceCipherModule } from '@libs/platform';
import { AuthModule } from '../auth/auth.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { BeginOidcSignInHandler } from './begin-oidc-sign-in.command.js';
import { FinishOidcSignInHandler } from './finish-oidc-sign-in.command.js';
import { OidcFailures } from './oidc-failures.js';
import { OidcProviders } from './oidc-providers.js';
import { OidcController } from './oidc.controller.js';

@Module({
  imports: [AuthModule, SessionsModule, WorkspaceCipherModule],
  controllers: [OidcController],
  providers: [OidcProviders, OidcFailures, BeginOidcSignInHandler, FinishOidcSignInHandler],
})
export class OidcModule {}
