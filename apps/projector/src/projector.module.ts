import { Module } from '@nestjs/common';
import { Projector } from './projector.js';
import { RetentionKeeper } from './retention-keeper.js';

@Module({ providers: [Projector, RetentionKeeper] })
export class ProjectorModule {}
