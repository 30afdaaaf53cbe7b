/**
 * Actions on one subscription: a new secret, activation and a test. Each has the two paths of
 * `subscriptions.controller.ts`.
 */
import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { BodyPipe, OptionalRecordIdPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { ActivateSubscription } from './activate-subscription.command.js';
import { RotateSecret } from './rotate-secret.command.js';
import {
  activationAnswer,
  type ActivatedView,
  subscriptionAnswer,
  type SubscriptionView,
  testAnswer,
  type TestView,
} from './subscription-view.schemas.js';
import {
  activateBody,
  type ActivateBody,
  rotateSecretBody,
  type RotateSecretBody,
} from './subscription.schemas.js';
import { TestSubscription } from './test-subscription.command.js';

const workflowIdPipe = new OptionalRecordIdPipe('workflow', exampleIds.workflow);
const subscriptionIdPipe = new RecordIdPipe('subscription', exampleIds.subscription);

@Controller(['api/v1/workflows/:workflowId/subscriptions', 'api/v1/subscriptions'])
export class SubscriptionActionsController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: ['rotateSubscriptionSecret', 'rotateWorkspaceSubscriptionSecret'],
    summary: 'Change the signing secret',
    role: 'editor',
    answers: { 200: subscriptionAnswer },
    example: { previousValidForSeconds: 3_600 },
  })
  @Scopes('workflows:write')
  @Post(':subscriptionId/rotate-secret')
  @HttpCode(200)
  async rotateSecret(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Body(new BodyPipe(rotateSecretBody)) body: RotateSecretBody,
  ): Promise<{ data: SubscriptionView }> {
    const command = new RotateSecret(principal, { workflowId, subscriptionId }, body);
    return { data: await this.bus.execute(command) };
  }

  @Operation({
    id: ['activateSubscription', 'activateWorkspaceSubscription'],
    summary: 'Activate a subscription and send the deliveries that were suppressed',
    role: 'editor',
    answers: { 200: activationAnswer },
    example: { replaySuppressed: true },
  })
  @Scopes('workflows:write')
  @Post(':subscriptionId/activate')
  @HttpCode(200)
  async activate(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Body(new BodyPipe(activateBody)) body: ActivateBody,
  ): Promise<{ data: ActivatedView }> {
    const command = new ActivateSubscription(principal, { workflowId, subscriptionId }, body);
    return { data: await this.bus.execute(command) };
  }

  @Operation({
    id: ['testSubscription', 'testWorkspaceSubscription'],
    summary: "Send one test event and return the receiver's answer",
    role: 'editor',
    answers: { 200: testAnswer },
  })
  @Scopes('workflows:write')
  @Post(':subscriptionId/test')
  @HttpCode(200)
  async test(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
  ): Promise<{ data: TestView }> {
    const command = new TestSubscription(principal, { workflowId, subscriptionId });
    return { data: await this.bus.execute(command) };
  }
}
