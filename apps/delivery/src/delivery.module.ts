import { WorkspaceCipherModule } from '@libs/platform';
import { Module } from '@nestjs/common';
import { Delivery } from './delivery.js';

@Module({ imports: [WorkspaceCipherModule], providers: [Delivery] })
export class DeliveryModule {}
