import { Module } from '@nestjs/common';
import { Projector } from './projector.js';

@Module({ providers: [Projector] })
export class ProjectorModule {}
