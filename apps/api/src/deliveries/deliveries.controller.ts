/** History of webhook deliveries, and redelivery (docs/how-to/receive-webhooks.md). */
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import type { Page } from '../http/page.js';
import { BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import {
  deliveryAnswer,
  type DeliveryDetailView,
  deliveryPage,
  type DeliveryView,
  listDeliveriesQuery,
  type ListDeliveriesParameters,
  redeliveryAnswer,
} from './delivery.schemas.js';
import { GetDelivery } from './get-delivery.query.js';
import { ListDeliveries } from './list-deliveries.query.js';
import {
  redeliveriesAnswer,
  type RedeliveredView,
  redeliverSinceBody,
  type RedeliverSinceBody,
} from './recovery.schemas.js';
import { RedeliverSince } from './redeliver-since.command.js';
import { Redeliver } from './redeliver.command.js';

const deliveryIdPipe = new RecordIdPipe('delivery', exampleIds.delivery);
const subscriptionIdPipe = new RecordIdPipe('subscription', exampleIds.subscription);

@Controller('api/v1')
export class DeliveriesController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listDeliveries',
    summary: 'List the deliveries of a subscription, newest first',
    role: 'viewer',
    answers: { 200: deliveryPage },
    links: { '/data/0/id': ['/api/v1/deliveries/:deliveryId'] },
  })
  @Get('subscriptions/:subscriptionId/deliveries')
  list(
    @CurrentPrincipal() principal: Principal,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Query(new QueryPipe(listDeliveriesQuery)) parameters: ListDeliveriesParameters,
  ): Promise<Page<DeliveryView>> {
    return this.bus.execute(new ListDeliveries(principal, subscriptionId, parameters));
  }

  @Operation({
    id: 'getDelivery',
    summary: 'Get a delivery with its attempts',
    role: 'viewer',
    answers: { 200: deliveryAnswer },
  })
  @Get('deliveries/:deliveryId')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('deliveryId', deliveryIdPipe) deliveryId: string,
  ): Promise<{ readonly data: DeliveryDetailView }> {
    return { data: await this.bus.execute(new GetDelivery(principal, deliveryId)) };
  }

  @Operation({
    id: 'redeliver',
    summary: 'Send a delivery again',
    role: 'editor',
    answers: { 202: redeliveryAnswer },
  })
  @Scopes('workflows:write')
  @Post('deliveries/:deliveryId/redeliver')
  @HttpCode(202)
  async redeliver(
    @CurrentPrincipal() principal: Principal,
    @Param('deliveryId', deliveryIdPipe) deliveryId: string,
  ): Promise<View<typeof redeliveryAnswer>> {
    await this.bus.execute(new Redeliver(principal, deliveryId));
    return { data: { id: deliveryId, state: 'pending' } };
  }

  @Operation({
    id: 'redeliverSince',
    summary: 'Redeliver events that ended since a time, or count them',
    role: 'editor',
    answers: { 202: redeliveriesAnswer },
    example: { since: '2026-11-20T00:00:00Z', dryRun: true },
  })
  @Scopes('workflows:write')
  @Post('subscriptions/:subscriptionId/redeliver')
  @HttpCode(202)
  async redeliverSince(
    @CurrentPrincipal() principal: Principal,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Body(new BodyPipe(redeliverSinceBody)) body: RedeliverSinceBody,
  ): Promise<{ readonly data: RedeliveredView }> {
    return { data: await this.bus.execute(new RedeliverSince(principal, subscriptionId, body)) };
  }
}
