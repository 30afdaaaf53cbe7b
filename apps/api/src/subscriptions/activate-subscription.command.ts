import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { defaultPerSecond, type RecoveryView, startRecovery } from '../deliveries/recoveries.js';
import {
  findSubscription,
  forgetDeactivation,
  type SubscriptionId,
} from './stored-subscription.js';
import { type ActivateBody, type SubscriptionView, viewOf } from './subscription.dto.js';

export interface ActivatedView extends SubscriptionView {
  /** Sends what was suppressed; null when that was not asked for. */
  readonly recovery: RecoveryView | null;
}

/** Undoes a deactivation, whoever made it, and sends what the subscription missed meanwhile. */
export class ActivateSubscription extends Command<ActivatedView> {
  constructor(
    readonly principal: Principal,
    readonly target: SubscriptionId,
    readonly body: ActivateBody,
  ) {
    super();
  }
}

@CommandHandler(ActivateSubscription)
export class ActivateSubscriptionHandler implements ICommandHandler<ActivateSubscription> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, target, body }: ActivateSubscription): Promise<ActivatedView> {
    const view = await this.database.dataSource.transaction(async (manager) => {
      const subscription = await findSubscription(manager, target, principal, true);
      subscription.active = true;
      forgetDeactivation(subscription);
      return viewOf(await manager.save(subscription));
    });
    const recovery = body.replaySuppressed
      ? await startRecovery(this.database.pool, {
          subscriptionId: view.id,
          workspaceId: principal.workspaceId,
          since: new Date(view.createdAt),
          until: new Date(),
          states: ['suppressed'],
          perSecond: defaultPerSecond,
        })
      : null;
    return { ...view, recovery };
  }
}
