/** `/metrics` on the port of the app, for installations without an ops port. */
import { Controller, Get, Header, Inject } from '@nestjs/common';
import { Metrics, metricsContentType } from './metrics.js';
import { Public } from './tokens.js';

@Public()
@Controller('metrics')
export class MetricsController {
  constructor(@Inject(Metrics) private readonly metrics: Metrics) {}

  @Get()
  @Header('content-type', metricsContentType)
  expose(): Promise<string> {
    return this.metrics.exposition();
  }
}
