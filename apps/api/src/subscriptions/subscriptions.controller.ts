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
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import type { Page } from '../http/page.js';
import { BodyPipe, OptionalRecordIdPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { ChangeSubscription } from './change-subscription.command.js';
import { CreateSubscription } from './create-subscription.command.js';
import { DeleteSubscription } from './delete-subscription.command.js';
import { GetSubscription } from './get-subscription.query.js';
import { ListSubscriptions } from './list-subscriptions.query.js';
import {
  subscriptionAnswer,
  subscriptionPage,
  type SubscriptionView,
} from './subscription-view.schemas.js';
import {
  getSubscriptionQuery,
  type Included,
  listSubscriptionsQuery,
  type ListSubscriptionsParameters,
  subscriptionBody,
  type SubscriptionBody,
  subscriptionPatch,
  type SubscriptionPatch,
} from './subscription.schemas.js';

const workflowIdPipe = new OptionalRecordIdPipe('workflow', exampleIds.workflow);
const subscriptionIdPipe = new RecordIdPipe('subscription', exampleIds.subscription);

const example = {
  url: 'https://receiver.example/hook',
  includeFinalOutput: true,
  levelFilter: ['error'],
};

interface Answer {
  readonly data: SubscriptionView;
}

@Controller(['api/v1/workflows/:workflowId/subscriptions', 'api/v1/subscriptions'])
export class SubscriptionsController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: ['createSubscription', 'createWorkspaceSubscription'],
    summary: [
      'Subscribe to completed executions of a workflow',
      'Subscribe to completed executions of the workspace',
    ],
    role: 'editor',
    answers: { 201: subscriptionAnswer },
    example,
    links: { '/data/id': [':subscriptionId'] },
  })
  @Scopes('workflows:write')
  @Post()
  async create(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Body(new BodyPipe(subscriptionBody)) body: SubscriptionBody,
  ): Promise<Answer> {
    return { data: await this.bus.execute(new CreateSubscription(principal, workflowId, body)) };
  }

  @Operation({
    id: ['listSubscriptions', 'listWorkspaceSubscriptions'],
    summary: [
      'List the webhook subscriptions of a workflow',
      'List the webhook subscriptions of the workspace',
    ],
    role: 'viewer',
    answers: { 200: subscriptionPage },
    links: { '/data/0/id': [':subscriptionId'] },
  })
  @Get()
  list(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Query(new QueryPipe(listSubscriptionsQuery)) parameters: ListSubscriptionsParameters,
  ): Promise<Page<SubscriptionView>> {
    return this.bus.execute(new ListSubscriptions(principal, workflowId, parameters));
  }

  @Operation({
    id: ['getSubscription', 'getWorkspaceSubscription'],
    summary: 'Get a subscription',
    role: 'viewer',
    answers: { 200: subscriptionAnswer },
  })
  @Get(':subscriptionId')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Query(new QueryPipe(getSubscriptionQuery)) { include }: { readonly include: Included },
  ): Promise<Answer> {
    const query = new GetSubscription(principal, { workflowId, subscriptionId }, include);
    return { data: await this.bus.execute(query) };
  }

  @Operation({
    id: ['replaceSubscription', 'replaceWorkspaceSubscription'],
    summary: 'Replace a subscription; omitted fields get their defaults',
    role: 'editor',
    answers: { 200: subscriptionAnswer },
    example,
  })
  @Scopes('workflows:write')
  @Put(':subscriptionId')
  async replace(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Body(new BodyPipe(subscriptionBody)) body: SubscriptionBody,
  ): Promise<Answer> {
    const command = new ChangeSubscription(principal, { workflowId, subscriptionId }, body);
    return { data: await this.bus.execute(command) };
  }

  @Operation({
    id: ['changeSubscription', 'changeWorkspaceSubscription'],
    summary: 'Change a subscription; omitted fields keep their values',
    role: 'editor',
    answers: { 200: subscriptionAnswer },
    example: { active: false },
  })
  @Scopes('workflows:write')
  @Patch(':subscriptionId')
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Body(new BodyPipe(subscriptionPatch)) changes: SubscriptionPatch,
  ): Promise<Answer> {
    const command = new ChangeSubscription(principal, { workflowId, subscriptionId }, changes);
    return { data: await this.bus.execute(command) };
  }

  @Operation({
    id: ['deleteSubscription', 'deleteWorkspaceSubscription'],
    summary: 'Delete a subscription',
    role: 'editor',
    answers: { 204: null },
  })
  @Scopes('workflows:write')
  @Delete(':subscriptionId')
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', workflowIdPipe) workflowId: string | undefined,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
  ): Promise<void> {
    await this.bus.execute(new DeleteSubscription(principal, { workflowId, subscriptionId }));
  }
}
