import { Module } from '@nestjs/common';
import { DemoModule } from '../demo/demo.module.js';
import { ChangeOnboardingHandler } from './change-onboarding.command.js';
import { GetOnboardingHandler } from './get-onboarding.query.js';
import { OnboardingStates } from './onboarding-states.js';
import { OnboardingController } from './onboarding.controller.js';

@Module({
  imports: [DemoModule],
  controllers: [OnboardingController],
  providers: [OnboardingStates, GetOnboardingHandler, ChangeOnboardingHandler],
  exports: [OnboardingStates],
})
export class OnboardingModule {}
