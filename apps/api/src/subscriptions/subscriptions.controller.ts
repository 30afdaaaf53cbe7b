/**
 * `/api/v1/workflows/{id}/subscriptions` (spec 2.4), and `/api/v1/subscriptions` for the workspace:
 * POST creates one for all workflows, GET lists all of them, and every subscription has a second
 * path there.
 */
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import type { Page } from '../http/page.js';
import { BodyPipe, OptionalRecordIdPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { ActivateSubscription, type ActivatedView } from './activate-subscription.command.js';
import { ChangeSubscription } from './change-subscription.command.js';
import { CreateSubscription } from './create-subscription.command.js';
import { DeleteSubscription } from './delete-subscription.command.js';
import { GetSubscription } from './get-subscription.query.js';
import { ListSubscriptions } from './list-subscriptions.query.js';
import { RotateSecret } from './rotate-secret.command.js';
import {
  activateBody,
  type ActivateBody,
  listSubscriptionsQuery,
  type ListSubscriptionsParameters,
  rotateSecretBody,
  type RotateSecretBody,
  subscriptionBody,
  type SubscriptionBody,
  subscriptionPatch,
  type SubscriptionPatch,
  type SubscriptionView,
} from './subscription.dto.js';
import { TestSubscription, type TestView } from './test-subscription.command.js';

const workflowIdPipe = new OptionalRecordIdPipe('workflow');
const subscriptionIdPipe = new RecordIdPipe('subscription');

interface Answer {
  readonly data: SubscriptionView;
}

@Controller(['api/v1/workflows/:workflowId/subscriptions', 'api/v1/subscriptions'])
export class SubscriptionsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Scopes('workflows:write')
  @Post()
  async create(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Body(new BodyPipe(subscriptionBody)) body: SubscriptionBody,
  ): Promise<Answer> {
    return {
      data: await this.commands.execute(new CreateSubscription(principal, workflowId, body)),
    };
  }

  @Get()
  list(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Query(new QueryPipe(listSubscriptionsQuery)) parameters: ListSubscriptionsParameters,
  ): Promise<Page<SubscriptionView>> {
    return this.queries.execute(new ListSubscriptions(principal, workflowId, parameters));
  }

  @Get(':subscriptionId')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
  ): Promise<Answer> {
    return {
      data: await this.queries.execute(
        new GetSubscription(principal, { workflowId, subscriptionId }),
      ),
    };
  }

  @Scopes('workflows:write')
  @Put(':subscriptionId')
  async replace(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Body(new BodyPipe(subscriptionBody)) body: SubscriptionBody,
  ): Promise<Answer> {
    return {
      data: await this.commands.execute(
        new ChangeSubscription(principal, { workflowId, subscriptionId }, body),
      ),
    };
  }

  @Scopes('workflows:write')
  @Patch(':subscriptionId')
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Body(new BodyPipe(subscriptionPatch)) changes: SubscriptionPatch,
  ): Promise<Answer> {
    return {
      data: await this.commands.execute(
        new ChangeSubscription(principal, { workflowId, subscriptionId }, changes),
      ),
    };
  }

  @Scopes('workflows:write')
  @Post(':subscriptionId/rotate-secret')
  @HttpCode(200)
  async rotateSecret(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Body(new BodyPipe(rotateSecretBody)) body: RotateSecretBody,
  ): Promise<Answer> {
    return {
      data: await this.commands.execute(
        new RotateSecret(principal, { workflowId, subscriptionId }, body),
      ),
    };
  }

  @Scopes('workflows:write')
  @Post(':subscriptionId/activate')
  @HttpCode(200)
  async activate(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Body(new BodyPipe(activateBody)) body: ActivateBody,
  ): Promise<{ data: ActivatedView }> {
    return {
      data: await this.commands.execute(
        new ActivateSubscription(principal, { workflowId, subscriptionId }, body),
      ),
    };
  }

  @Scopes('workflows:write')
  @Post(':subscriptionId/test')
  @HttpCode(200)
  async test(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
  ): Promise<{ data: TestView }> {
    return {
      data: await this.commands.execute(
        new TestSubscription(principal, { workflowId, subscriptionId }),
      ),
    };
  }

  @Scopes('workflows:write')
  @Delete(':subscriptionId')
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
  ): Promise<void> {
    await this.commands.execute(new DeleteSubscription(principal, { workflowId, subscriptionId }));
  }
}
