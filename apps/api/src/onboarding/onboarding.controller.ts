/** `/api/v1/onboarding`: how far the caller has come with the page Start. */
import { Body, Controller, Get, Inject, Patch } from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { Operation } from '../http/operation.decorator.js';
import { BodyPipe } from '../http/zod.pipe.js';
import { ChangeOnboarding } from './change-onboarding.command.js';
import { GetOnboarding } from './get-onboarding.query.js';
import {
  onboardingAnswer,
  type OnboardingChange,
  onboardingChange,
  type OnboardingView,
} from './onboarding.schemas.js';

@Controller('api/v1/onboarding')
export class OnboardingController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'getOnboarding',
    summary: 'How far the caller has come with the page Start',
    role: 'viewer',
    answers: { 200: onboardingAnswer },
  })
  @Get()
  async get(@CurrentPrincipal() principal: Principal): Promise<{ data: OnboardingView }> {
    return { data: await this.bus.execute(new GetOnboarding(principal)) };
  }

  /** Not audited: it changes what one person is shown. */
  @Operation({
    id: 'changeOnboarding',
    summary: 'Begin with the page Start, end it, or reopen it',
    role: 'viewer',
    audited: false,
    answers: { 200: onboardingAnswer },
    example: { ended: true },
  })
  @Patch()
  async change(
    @CurrentPrincipal() principal: Principal,
    @Body(new BodyPipe(onboardingChange)) change: OnboardingChange,
  ): Promise<{ data: OnboardingView }> {
    await this.bus.execute(new ChangeOnboarding(principal, change));
    return { data: await this.bus.execute(new GetOnboarding(principal)) };
  }
}
