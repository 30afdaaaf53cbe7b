import { Module } from '@nestjs/common';
import { DocsPagesModule } from '../docs-pages/docs-pages.module.js';
import { EventsDocsController } from './events-docs.controller.js';

@Module({ imports: [DocsPagesModule], controllers: [EventsDocsController] })
export class EventsDocsModule {}
