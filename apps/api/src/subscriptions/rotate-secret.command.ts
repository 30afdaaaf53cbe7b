import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { findSubscription, type SubscriptionId } from './stored-subscription.js';
import { type SubscriptionView, viewOf } from './subscription-view.schemas.js';
import type { RotateSecretBody } from './subscription.schemas.js';
import { SubscriptionSecrets } from './subscription-secrets.js';

/** Sets a new secret; for a while, deliveries are signed with the old one too. */
export class RotateSecret extends Command<SubscriptionView> {
  constructor(
    readonly principal: Principal,
    readonly target: SubscriptionId,
    readonly body: RotateSecretBody,
  ) {
    super();
  }
}

@CommandHandler(RotateSecret)
export class RotateSecretHandler implements ICommandHandler<RotateSecret> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SubscriptionSecrets) private readonly secrets: SubscriptionSecrets,
  ) {}

  async execute({ principal, target, body }: RotateSecret): Promise<SubscriptionView> {
    const { workspaceId } = principal;
    const sealed =
      (await this.secrets.fromRequest(workspaceId, body)) ?? (await this.secrets.make(workspaceId));
    return this.database.dataSource.transaction(async (manager) => {
      const subscription = await findSubscription(manager, target, principal, true);
      const keepsOld = subscription.secretCiphertext !== null && body.previousValidForSeconds > 0;
      subscription.previousSecretCiphertext = keepsOld ? subscription.secretCiphertext : null;
      subscription.previousSecretUntil = keepsOld
        ? new Date(Date.now() + body.previousValidForSeconds * 1_000)
        : null;
      subscription.secretCiphertext = sealed.ciphertext;
      return viewOf(await manager.save(subscription), sealed.made);
    });
  }
}
