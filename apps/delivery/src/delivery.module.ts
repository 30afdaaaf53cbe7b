import { Module } from '@nestjs/common';
import { Delivery } from './delivery.js';

@Module({ providers: [Delivery] })
export class DeliveryModule {}
