import { Module } from '@nestjs/common';
import { ShutdownModule } from '../http/shutdown.module.js';
import { LimitsModule } from '../limits/index.js';
import { LogExport } from './export-logs.js';
import { GetExecutionLogHandler } from './get-execution-log.query.js';
import { GetLogHandler } from './get-log.query.js';
import { ListLogsHandler } from './list-logs.query.js';
import { LogDetailReader } from './log-detail.reader.js';
import { LogSearcher } from './log-search.js';
import { LogsController } from './logs.controller.js';
import { ProjectedOffsets } from './projected-offsets.js';
import { TailLogsHandler } from './tail-logs.query.js';

@Module({
  imports: [LimitsModule, ShutdownModule],
  controllers: [LogsController],
  providers: [
    LogDetailReader,
    LogExport,
    LogSearcher,
    ProjectedOffsets,
    ListLogsHandler,
    TailLogsHandler,
    GetLogHandler,
    GetExecutionLogHandler,
  ],
})
export class LogsModule {}
