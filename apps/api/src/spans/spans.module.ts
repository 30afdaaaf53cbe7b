import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/index.js';
import { GetRawPayloadHandler } from './get-raw-payload.query.js';
import { GetSpanHandler } from './get-span.query.js';
import { GetTraceHandler } from './get-trace.query.js';
import { ListSpansHandler } from './list-spans.query.js';
import { SpanReader } from './span.reader.js';
import { SpansController } from './spans.controller.js';

@Module({
  imports: [LimitsModule],
  controllers: [SpansController],
  providers: [SpanReader, ListSpansHandler, GetSpanHandler, GetRawPayloadHandler, GetTraceHandler],
})
export class SpansModule {}
