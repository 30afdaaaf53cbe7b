import { Module } from '@nestjs/common';
import { EventsDocsController } from './events-docs.controller.js';

@Module({ controllers: [EventsDocsController] })
export class EventsDocsModule {}
