import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module.js';
import { ShutdownModule } from '../http/shutdown.module.js';
import { QuotasModule } from '../quotas/index.js';
import { StreamController } from './stream.controller.js';

@Module({
  imports: [ExecutionsModule, QuotasModule, ShutdownModule],
  controllers: [StreamController],
})
export class StreamModule {}
