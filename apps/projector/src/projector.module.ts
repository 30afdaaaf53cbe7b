import { Module } from '@nestjs/common';
import { LedgerKeeper } from './ledger-keeper.js';
import { Projector } from './projector.js';
import { RetentionKeeper } from './retention-keeper.js';

@Module({ providers: [Projector, RetentionKeeper, LedgerKeeper] })
export class ProjectorModule {}
