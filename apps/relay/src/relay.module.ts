import { Module } from '@nestjs/common';
import { Relay } from './relay.js';

@Module({ providers: [Relay] })
export class RelayModule {}
