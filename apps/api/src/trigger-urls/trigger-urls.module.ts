import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { ListOldTriggerUrlsHandler } from './list-old-trigger-urls.query.js';
import { ListTriggerTokensHandler } from './list-trigger-tokens.query.js';
import { RetireOldTriggerUrlHandler } from './retire-old-trigger-url.command.js';
import { RotateTriggerTokenHandler } from './rotate-trigger-token.command.js';
import { TriggerUrlsController } from './trigger-urls.controller.js';

@Module({
  imports: [ExecutionsModule, WorkflowsModule],
  controllers: [TriggerUrlsController],
  providers: [
    ListTriggerTokensHandler,
    RotateTriggerTokenHandler,
    ListOldTriggerUrlsHandler,
    RetireOldTriggerUrlHandler,
  ],
})
export class TriggerUrlsModule {}
