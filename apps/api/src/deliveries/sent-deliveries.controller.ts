/** Deliveries of a workspace or of one execution, their requests as sent, and their signatures. */
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import type { z } from 'zod';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { type Page, type PageRequest, pageQuery } from '../http/page.js';
import { BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { deliveryRequestAnswer, deliveryRequestQuery } from './delivery-request.schemas.js';
import {
  deliveryPage,
  type DeliveryView,
  type SearchDeliveriesParameters,
  searchDeliveriesQuery,
} from './delivery.schemas.js';
import { GetDeliveryRequest } from './get-delivery-request.query.js';
import { ListExecutionDeliveries } from './list-execution-deliveries.query.js';
import { SearchDeliveries } from './search-deliveries.query.js';
import { VerifyDelivery } from './verify-delivery.query.js';
import {
  verificationAnswer,
  verifyDeliveryBody,
  type VerifyDeliveryBody,
  verifyDeliveryExample,
} from './verify-delivery.schemas.js';

@Controller('api/v1')
export class SentDeliveriesController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'searchDeliveries',
    summary: 'List the deliveries of the workspace, newest first',
    role: 'viewer',
    answers: { 200: deliveryPage },
    links: { '/data/0/id': ['/api/v1/deliveries/:deliveryId'] },
  })
  @Get('deliveries')
  search(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(searchDeliveriesQuery)) parameters: SearchDeliveriesParameters,
  ): Promise<Page<DeliveryView>> {
    return this.bus.execute(new SearchDeliveries(principal, parameters));
  }

  @Operation({
    id: 'listExecutionDeliveries',
    summary: 'List what was sent because of an execution, newest first',
    role: 'viewer',
    limitedKeys: 'execution',
    answers: { 200: deliveryPage },
  })
  @Get('executions/:id/deliveries')
  ofExecution(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('id', new RecordIdPipe('execution', exampleIds.execution)) executionId: string,
    @Query(new QueryPipe(pageQuery)) parameters: PageRequest,
  ): Promise<Page<DeliveryView>> {
    return this.bus.execute(new ListExecutionDeliveries(workspaceId, executionId, parameters));
  }

  @Operation({
    id: 'getDeliveryRequest',
    summary: 'Get the request of a delivery as it was sent',
    role: 'viewer',
    answers: { 200: deliveryRequestAnswer },
  })
  @Scopes('logs:read')
  @Get('deliveries/:deliveryId/request')
  async request(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('deliveryId', new RecordIdPipe('delivery', exampleIds.delivery)) deliveryId: string,
    @Query(new QueryPipe(deliveryRequestQuery)) { attempt }: z.output<typeof deliveryRequestQuery>,
  ): Promise<View<typeof deliveryRequestAnswer>> {
    const query = new GetDeliveryRequest(workspaceId, deliveryId, attempt);
    return { data: await this.bus.execute(query) };
  }

  @Operation({
    id: 'verifyDelivery',
    summary: 'Check a signature against what was sent, with the secrets of the subscription',
    role: 'viewer',
    answers: { 200: verificationAnswer },
    example: verifyDeliveryExample,
  })
  @Scopes('logs:read')
  @Post('deliveries/:deliveryId/verify')
  @HttpCode(200)
  async verify(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('deliveryId', new RecordIdPipe('delivery', exampleIds.delivery)) deliveryId: string,
    @Body(new BodyPipe(verifyDeliveryBody)) received: VerifyDeliveryBody,
  ): Promise<View<typeof verificationAnswer>> {
    return { data: await this.bus.execute(new VerifyDelivery(workspaceId, deliveryId, received)) };
  }
}
