import { Module } from '@nestjs/common';
import { ShutdownModule } from '../http/shutdown.module.js';
import { LimitsModule } from '../limits/index.js';
import { QuotasModule } from '../quotas/index.js';
import { LogExport } from './export/export-logs.js';
import { GetExecutionLogHandler } from './detail/get-execution-log.query.js';
import { GetLogHandler } from './detail/get-log.query.js';
import { ListLogsHandler } from './list/list-logs.query.js';
import { LogDetailReader } from './detail/log-detail.reader.js';
import { LogSearcher } from './query/log-search.js';
import { LogsController } from './logs.controller.js';
import { TailLogsHandler } from './tail/tail-logs.query.js';

@Module({
  imports: [LimitsModule, QuotasModule, ShutdownModule],
  controllers: [LogsController],
  providers: [
    LogDetailReader,
    LogExport,
    LogSearcher,
    ListLogsHandler,
    TailLogsHandler,
    GetLogHandler,
    GetExecutionLogHandler,
  ],
})
export class LogsModule {}
