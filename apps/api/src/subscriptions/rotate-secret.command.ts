import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../auth/principal.js';
import { ApiError } from '../errors/api-error.js';
import { findSubscription, type SubscriptionId } from './stored-subscription.js';
import { type SubscriptionView, viewOf } from './subscription-view.schemas.js';
import type { RotateSecretBody } from './subscription.schemas.js';
import { countEarlierSecretsSql } from './subscription.sql.js';
import { SubscriptionSecrets } from './subscription-secrets.js';

/** Each adds a signature to every delivery. */
const mostSigning = 10;

/**
 * Sets a new secret. For a while, deliveries are signed with the old one too, and with earlier ones
 * for as long as was said when they were replaced. Without a while, all earlier ones end at once.
 */
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
      // The answer to the same request was lost, or somebody sent it twice.
      if (body.secret !== undefined && (await this.secrets.isCurrent(subscription, body.secret)))
        return viewOf(subscription);
      const keepsOld = subscription.secretCiphertext !== null && body.previousValidForSeconds > 0;
      if (keepsOld) await requireFewSecrets(manager, subscription.id);
      subscription.previousSecretCiphertext = keepsOld ? subscription.secretCiphertext : null;
      subscription.previousSecretUntil = keepsOld
        ? new Date(Date.now() + body.previousValidForSeconds * 1_000)
        : null;
      subscription.secretCiphertext = sealed.ciphertext;
      return viewOf(await manager.save(subscription), sealed.made);
    });
  }
}

/** @throws ApiError 409 when as many sign as may */
async function requireFewSecrets(manager: EntityManager, subscriptionId: string): Promise<void> {
  const [row] = await manager.query<{ earlier: number }[]>(countEarlierSecretsSql, [
    subscriptionId,
  ]);
  const signing = 1 + (row?.earlier ?? 0);
  if (signing >= mostSigning)
    throw new ApiError(
      409,
      'CONFLICT',
      `${signing} secrets sign the deliveries of this subscription; wait until one ends, or end all earlier ones with "previousValidForSeconds": 0`,
    );
}
