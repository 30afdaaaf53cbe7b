/**
 * Liveness and readiness on the port of the app. With an ops port, readiness says here only whether
 * the process is ready, because everybody may ask.
 */
import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Config } from '@libs/config';
import { Readiness, type ReadinessReport } from './readiness.js';
import { CONFIG, Public } from './tokens.js';

interface Reply {
  status(code: number): Reply;
}

@Public()
@Controller('health')
export class HealthController {
  constructor(
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(CONFIG) private readonly config: Pick<Config, 'FLOWLEDGER_OPS_PORT'>,
  ) {}

  @Get('live')
  live(): object {
    return { status: 'ok' };
  }

  @Get('ready')
  async ready(
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<ReadinessReport | Pick<ReadinessReport, 'status'>> {
    const report = await this.readiness.report();
    const { status } = report;
    if (status !== 'ok') reply.status(503);
    return this.config.FLOWLEDGER_OPS_PORT === undefined ? report : { status };
  }
}
