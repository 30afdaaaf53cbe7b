import { Module } from '@nestjs/common';
import { DocsPagesModule } from '../docs-pages/docs-pages.module.js';
import { OpenApiController } from './openapi.controller.js';

@Module({ imports: [DocsPagesModule], controllers: [OpenApiController] })
export class OpenApiModule {}
