import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { findSubscription, type SubscriptionId } from './stored-subscription.js';

/** Pending deliveries are dropped when they become due. */
export class DeleteSubscription extends Command<undefined> {
  constructor(
    readonly principal: Principal,
    readonly target: SubscriptionId,
  ) {
    super();
  }
}

@CommandHandler(DeleteSubscription)
export class DeleteSubscriptionHandler implements ICommandHandler<DeleteSubscription> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, target }: DeleteSubscription): Promise<undefined> {
    const { manager } = this.database.dataSource;
    await manager.softRemove(await findSubscription(manager, target, principal));
  }
}
