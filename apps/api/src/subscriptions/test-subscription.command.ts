import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { buildPayload } from '@libs/delivery';
import type { Database, SubscriptionEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { randomUUID } from 'node:crypto';
import type { Principal } from '../auth/principal.js';
import { madeUpCompletion } from './made-up-completion.js';
import { ReceiverAccess } from './receiver-access.js';
import { findSubscription, type SubscriptionId } from './stored-subscription.js';
import { earlierSecretsSql } from './subscription.sql.js';
import { SubscriptionSecrets } from './subscription-secrets.js';
import type { TestView } from './subscription-view.schemas.js';

/** Posts an event marked as a test, once, even when the subscription is off. Stores no delivery. */
export class TestSubscription extends Command<TestView> {
  constructor(
    readonly principal: Principal,
    readonly target: SubscriptionId,
  ) {
    super();
  }
}

/** A delivery's event for a fictitious execution, with `"test": true` beside its type. */
function testBody(subscription: SubscriptionEntity, accountId: string): Buffer {
  const event = buildPayload(
    madeUpCompletion(
      {
        eventId: `evt_test_${randomUUID()}`,
        accountId,
        workspaceId: subscription.workspaceId,
        workflowId: subscription.workflowId ?? randomUUID(),
        workflowName: 'Test',
        executionId: randomUUID(),
        logId: randomUUID(),
        trigger: 'manual',
        finalOutput: '{"message":"This is a test"}',
      },
      Date.now(),
    ),
    subscription,
    { traceSpans: '[]', rateLimits: null, usage: null },
  );
  return Buffer.from(
    JSON.stringify({ ...(JSON.parse(event.toString('utf8')) as object), test: true }),
  );
}

@CommandHandler(TestSubscription)
export class TestSubscriptionHandler implements ICommandHandler<TestSubscription> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SubscriptionSecrets) private readonly secrets: SubscriptionSecrets,
    @Inject(ReceiverAccess) private readonly receivers: ReceiverAccess,
  ) {}

  async execute({ principal, target }: TestSubscription): Promise<TestView> {
    const { dataSource, pool } = this.database;
    const { manager } = dataSource;
    const subscription = await findSubscription(manager, target, principal);
    const deliveryId = randomUUID();
    const { rows } = await pool.query<{ ciphertext: Buffer }>(earlierSecretsSql, [subscription.id]);
    const earlier = rows.map(({ ciphertext }) => ciphertext);
    const outcome = await this.receivers.post({
      url: subscription.url,
      deliveryId,
      body: testBody(subscription, principal.accountId),
      secrets: await this.secrets.open(subscription, earlier),
      staticHeaders: await this.secrets.openHeaders(subscription),
    });
    return { deliveryId, ...outcome };
  }
}
