import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Database, SubscriptionEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../auth/principal.js';
import { findWorkflow } from '../workflows/stored-workflow.js';
import { ReceiverAccess } from './receiver-access.js';
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
  ) {}

  async execute({ principal, workflowId, body }: CreateSubscription): Promise<SubscriptionView> {
    const { manager } = this.database.dataSource;
    const { workspaceId } = principal;
    const workflow =
      workflowId === undefined ? null : await findWorkflow(manager, workflowId, principal);
    const { secret, generateSecret, headers, ...fields } = body;
    this.receivers.assertAllowed(body.url);
    const sealed = await this.secrets.fromRequest(workspaceId, { secret, generateSecret });
    const subscription = await manager.save(
      manager.create(SubscriptionEntity, {
        id: uuidv7(),
        workspaceId,
        workflowId: workflow?.id ?? null,
        ...fields,
        headersCiphertext: null,
        headerNames: [],
        ...(await this.secrets.headersFromRequest(workspaceId, headers)),
        secretCiphertext: sealed?.ciphertext ?? null,
        previousSecretCiphertext: null,
        previousSecretUntil: null,
        deactivatedReason: null,
        deactivatedAt: null,
        exhaustedRun: 0,
        failingSince: null,
      }),
    );
    return viewOf(subscription, sealed?.made ?? null);
  }
}
