import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { startRecovery } from '../deliveries/recoveries.js';
import { defaultPerSecond, type RecoveryView } from '../deliveries/recovery.schemas.js';
import {
  findSubscription,
  forgetDeactivation,
  type SubscriptionId,
} from './stored-subscription.js';
import { type ActivatedView, type SubscriptionView, viewOf } from './subscription-view.schemas.js';
import type { ActivateBody } from './subscription.schemas.js';
import { offSinceSql } from './subscription.sql.js';

/**
 * Undoes a deactivation by a user or by the service, and sends the deliveries missed since it was
 * last switched off.
 */
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
    const recovery = body.replaySuppressed ? await this.#replay(view, principal.workspaceId) : null;
    return { ...view, recovery };
  }

  /** Starts after the commit: it finds every suppressed delivery so far, and none follows. */
  async #replay({ id, createdAt }: SubscriptionView, workspaceId: string): Promise<RecoveryView> {
    const { pool } = this.database;
    const { rows } = await pool.query<{ off_since: Date | null }>(offSinceSql, [id]);
    return startRecovery(pool, {
      subscriptionId: id,
      workspaceId,
      // A delivery scheduled before the deactivation may have been suppressed at a retry.
      since: new Date(createdAt),
      until: null,
      states: ['suppressed'],
      changedSince: rows[0]?.off_since ?? null,
      perSecond: defaultPerSecond,
    });
  }
}
