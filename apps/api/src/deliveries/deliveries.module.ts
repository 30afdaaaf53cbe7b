import { Module } from '@nestjs/common';
import { DeliveriesController } from './deliveries.controller.js';
import { GetDeliveryHandler } from './get-delivery.query.js';
import { ListDeliveriesHandler } from './list-deliveries.query.js';
import { RecoveriesController } from './recoveries.controller.js';
import { RedeliverSinceHandler } from './redeliver-since.command.js';
import { RedeliverHandler } from './redeliver.command.js';
import { RedeliveryOrders } from './redelivery-orders.js';

@Module({
  controllers: [DeliveriesController, RecoveriesController],
  providers: [
    RedeliveryOrders,
    ListDeliveriesHandler,
    GetDeliveryHandler,
    RedeliverHandler,
    RedeliverSinceHandler,
  ],
})
export class DeliveriesModule {}
