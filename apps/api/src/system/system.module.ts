import { Module } from '@nestjs/common';
import { GetSystemHandler } from './get-system.query.js';
import { SystemState } from './system-state.js';
import { SystemController } from './system.controller.js';

@Module({ controllers: [SystemController], providers: [SystemState, GetSystemHandler] })
export class SystemModule {}
