import { WorkspaceCipherModule } from '@libs/platform';
import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/index.js';
import { QuotasModule } from '../quotas/index.js';
import { ActivateSubscriptionHandler } from './activate-subscription.command.js';
import { ChangeSubscriptionHandler } from './change-subscription.command.js';
import { CreateSubscriptionHandler } from './create-subscription.command.js';
import { DeleteSubscriptionHandler } from './delete-subscription.command.js';
import { GetSubscriptionHandler } from './get-subscription.query.js';
import { ListSubscriptionsHandler } from './list-subscriptions.query.js';
import { ReceiverAccess } from './receiver-access.js';
import { RotateSecretHandler } from './rotate-secret.command.js';
import { SampleEventHandler } from './sample-event.query.js';
import { SampleController } from './sample.controller.js';
import { SubscriptionActionsController } from './subscription-actions.controller.js';
import { SubscriptionSecrets } from './subscription-secrets.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { TestSubscriptionHandler } from './test-subscription.command.js';

@Module({
  imports: [LimitsModule, QuotasModule, WorkspaceCipherModule],
  controllers: [SampleController, SubscriptionsController, SubscriptionActionsController],
  providers: [
    SubscriptionSecrets,
    ReceiverAccess,
    TestSubscriptionHandler,
    SampleEventHandler,
    CreateSubscriptionHandler,
    ChangeSubscriptionHandler,
    ActivateSubscriptionHandler,
    DeleteSubscriptionHandler,
    RotateSecretHandler,
    GetSubscriptionHandler,
    ListSubscriptionsHandler,
  ],
})
export class SubscriptionsModule {}
