/** History of webhook deliveries, and redelivery (docs/how-to/receive-webhooks.md). */
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import type { Page } from '../http/page.js';
import { BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import {
  type DeliveryDetailView,
  type DeliveryView,
  listDeliveriesQuery,
  type ListDeliveriesParameters,
  redeliverSinceBody,
  type RedeliverSinceBody,
} from './delivery.dto.js';
import { GetDelivery } from './get-delivery.query.js';
import { ListDeliveries } from './list-deliveries.query.js';
import { type Redelivered, RedeliverSince } from './redeliver-since.command.js';
import { Redeliver } from './redeliver.command.js';

const deliveryIdPipe = new RecordIdPipe('delivery');
const subscriptionIdPipe = new RecordIdPipe('subscription');

@Controller('api/v1')
export class DeliveriesController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Get('subscriptions/:subscriptionId/deliveries')
  list(
    @CurrentPrincipal() principal: Principal,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Query(new QueryPipe(listDeliveriesQuery)) parameters: ListDeliveriesParameters,
  ): Promise<Page<DeliveryView>> {
    return this.queries.execute(new ListDeliveries(principal, subscriptionId, parameters));
  }

  @Get('deliveries/:deliveryId')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('deliveryId', deliveryIdPipe) deliveryId: string,
  ): Promise<{ readonly data: DeliveryDetailView }> {
    return { data: await this.queries.execute(new GetDelivery(principal, deliveryId)) };
  }

  @Scopes('workflows:write')
  @Post('deliveries/:deliveryId/redeliver')
  @HttpCode(202)
  async redeliver(
    @CurrentPrincipal() principal: Principal,
    @Param('deliveryId', deliveryIdPipe) deliveryId: string,
  ): Promise<{ readonly data: { readonly id: string; readonly state: 'pending' } }> {
    await this.commands.execute(new Redeliver(principal, deliveryId));
    return { data: { id: deliveryId, state: 'pending' } };
  }

  @Scopes('workflows:write')
  @Post('subscriptions/:subscriptionId/redeliver')
  @HttpCode(202)
  async redeliverSince(
    @CurrentPrincipal() principal: Principal,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Body(new BodyPipe(redeliverSinceBody)) body: RedeliverSinceBody,
  ): Promise<{ readonly data: Redelivered }> {
    return {
      data: await this.commands.execute(new RedeliverSince(principal, subscriptionId, body)),
    };
  }
}
