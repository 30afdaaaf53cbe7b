import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { Quotas } from '../quotas/index.js';
import { ReceiverAccess } from './receiver-access.js';
import { receiverHostOf } from './receiver-host.js';
import {
  findSubscription,
  forgetDeactivation,
  type SubscriptionId,
} from './stored-subscription.js';
import { type SubscriptionView, viewOf } from './subscription-view.schemas.js';
import type { SubscriptionPatch } from './subscription.schemas.js';
import { SubscriptionSecrets } from './subscription-secrets.js';

/**
 * From PATCH as sent, from PUT with every default filled in. Later attempts use the new values.
 */
export class ChangeSubscription extends Command<SubscriptionView> {
  constructor(
    readonly principal: Principal,
    readonly target: SubscriptionId,
    readonly changes: SubscriptionPatch,
  ) {
    super();
  }
}

/** Drops undefined fields: an absent field must not erase a stored value. */
const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<T>;

@CommandHandler(ChangeSubscription)
export class ChangeSubscriptionHandler implements ICommandHandler<ChangeSubscription> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SubscriptionSecrets) private readonly secrets: SubscriptionSecrets,
    @Inject(ReceiverAccess) private readonly receivers: ReceiverAccess,
    @Inject(Quotas) private readonly quotas: Quotas,
  ) {}

  async execute({ principal, target, changes }: ChangeSubscription): Promise<SubscriptionView> {
    const { secret, generateSecret, headers, ...fields } = changes;
    if (fields.url !== undefined) this.receivers.assertAllowed(fields.url);
    const sealedHeaders = await this.secrets.headersFromRequest(principal.workspaceId, headers);
    const sealed = await this.secrets.fromRequest(principal.workspaceId, {
      secret,
      generateSecret,
    });
    return this.database.dataSource.transaction(async (manager) => {
      const subscription = await findSubscription(manager, target, principal, true);
      const { host } = subscription;
      Object.assign(subscription, given(fields), sealedHeaders);
      if (fields.url !== undefined) subscription.host = receiverHostOf(fields.url);
      if (fields.active === true) forgetDeactivation(subscription);
      if (sealed !== undefined) {
        subscription.secretCiphertext = sealed.ciphertext;
        subscription.previousSecretCiphertext = null;
        subscription.previousSecretUntil = null;
      }
      const view = viewOf(await manager.save(subscription), sealed?.made ?? null);
      if (subscription.host !== null && subscription.host !== host)
        await this.quotas.check(manager, principal, ['subscriptionsPerHost'], subscription.host);
      return view;
    });
  }
}
