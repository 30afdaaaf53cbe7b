import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/index.js';
import { GetExecutionLogHandler } from './get-execution-log.query.js';
import { GetLogHandler } from './get-log.query.js';
import { ListLogsHandler } from './list-logs.query.js';
import { LogDetailReader } from './log-detail.reader.js';
import { LogsController } from './logs.controller.js';

@Module({
  imports: [LimitsModule],
  controllers: [LogsController],
  providers: [LogDetailReader, ListLogsHandler, GetLogHandler, GetExecutionLogHandler],
})
export class LogsModule {}
