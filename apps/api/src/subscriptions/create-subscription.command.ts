import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Database, SubscriptionEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../auth/principal.js';
import { Quotas } from '../quotas/index.js';
import { findWorkflow } from '../workflows/stored-workflow.js';
import { ReceiverAccess } from './receiver-access.js';
import { receiverHostOf } from './receiver-host.js';
import { type SubscriptionView, viewOf } from './subscription-view.schemas.js';
import type { SubscriptionBody } from './subscription.schemas.js';
import { SubscriptionSecrets } from './subscription-secrets.js';

export class CreateSubscription extends Command<SubscriptionView> {
  constructor(
    readonly principal: Principal,
    /** Undefined: for all workflows of the workspace. */
    readonly workflowId: string | undefined,
    readonly body: SubscriptionBody,
  ) {
    super();
  }
}

@CommandHandler(CreateSubscription)
export class CreateSubscriptionHandler implements ICommandHandler<CreateSubscription> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SubscriptionSecrets) private readonly secrets: SubscriptionSecrets,
    @Inject(ReceiverAccess) private readonly receivers: ReceiverAccess,
    @Inject(Quotas) private readonly quotas: Quotas,
  ) {}

  async execute({ principal, workflowId, body }: CreateSubscription): Promise<SubscriptionView> {
    const { dataSource } = this.database;
    const { workspaceId } = principal;
    const workflow =
      workflowId === undefined
        ? null
        : await findWorkflow(dataSource.manager, workflowId, principal);
    const { secret, generateSecret, headers, ...fields } = body;
    this.receivers.assertAllowed(body.url);
    const sealed = await this.secrets.fromRequest(workspaceId, { secret, generateSecret });
    const sealedHeaders = await this.secrets.headersFromRequest(workspaceId, headers);
    const host = receiverHostOf(body.url);
    return dataSource.transaction(async (manager) => {
      const subscription = await manager.save(
        manager.create(SubscriptionEntity, {
          id: uuidv7(),
          workspaceId,
          workflowId: workflow?.id ?? null,
          ...fields,
          host,
          headersCiphertext: null,
          headerNames: [],
          ...sealedHeaders,
          secretCiphertext: sealed?.ciphertext ?? null,
          previousSecretCiphertext: null,
          previousSecretUntil: null,
          deactivatedReason: null,
          deactivatedAt: null,
          exhaustedRun: 0,
          failingSince: null,
        }),
      );
      await this.quotas.check(manager, principal, ['subscriptions', 'subscriptionsPerHost'], host);
      return viewOf(subscription, sealed?.made ?? null);
    });
  }
}
