import { WorkspaceCipherModule } from '@libs/platform';
import { Module } from '@nestjs/common';
import { CancelRecoveryHandler } from './cancel-recovery.command.js';
import { DeliveriesController } from './deliveries.controller.js';
import { GetDeliveryHandler } from './get-delivery.query.js';
import { GetDeliveryRequestHandler } from './get-delivery-request.query.js';
import { GetRecoveryHandler } from './get-recovery.query.js';
import { ListDeliveriesHandler } from './list-deliveries.query.js';
import { ListExecutionDeliveriesHandler } from './list-execution-deliveries.query.js';
import { ListRecoveriesHandler } from './list-recoveries.query.js';
import { RecoveriesController } from './recoveries.controller.js';
import { RedeliverSinceHandler } from './redeliver-since.command.js';
import { SearchDeliveriesHandler } from './search-deliveries.query.js';
import { SentDeliveriesController } from './sent-deliveries.controller.js';
import { VerifyDeliveryHandler } from './verify-delivery.query.js';
import { RedeliverHandler, RedeliveryOrders } from './redeliver.command.js';

@Module({
  imports: [WorkspaceCipherModule],
  controllers: [DeliveriesController, SentDeliveriesController, RecoveriesController],
  providers: [
    RedeliveryOrders,
    ListDeliveriesHandler,
    GetDeliveryHandler,
    GetDeliveryRequestHandler,
    ListExecutionDeliveriesHandler,
    SearchDeliveriesHandler,
    RedeliverHandler,
    RedeliverSinceHandler,
    ListRecoveriesHandler,
    GetRecoveryHandler,
    CancelRecoveryHandler,
    VerifyDeliveryHandler,
  ],
})
export class DeliveriesModule {}
