import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { OnboardingModule } from '../onboarding/onboarding.module.js';
import { CreateSessionHandler } from './create-session.command.js';
import { CreateSignInLinkHandler } from './create-sign-in-link.command.js';
import { DescribedSession } from './described-session.js';
import { EndSessionHandler } from './end-session.command.js';
import { GetSessionHandler } from './get-session.query.js';
import { ListSessionsHandler } from './list-sessions.query.js';
import { OfferedKeys } from './offered-keys.js';
import { SessionsController } from './sessions.controller.js';
import { SignInController } from './sign-in.controller.js';
import { SignedIn } from './signed-in.js';

@Module({
  imports: [AuthModule, AuditModule, OnboardingModule],
  controllers: [SessionsController, SignInController],
  providers: [
    OfferedKeys,
    SignedIn,
    DescribedSession,
    CreateSessionHandler,
    CreateSignInLinkHandler,
    EndSessionHandler,
    GetSessionHandler,
    ListSessionsHandler,
  ],
  exports: [SignedIn],
})
export class SessionsModule {}
