import { Module } from '@nestjs/common';
import { BlockTypesController } from './block-types.controller.js';

@Module({ controllers: [BlockTypesController] })
export class BlockTypesModule {}
