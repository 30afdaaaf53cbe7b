/** Liveness, readiness and metrics (design.md section 8). Readiness includes consumer progress, not only open sockets. */
import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import type { EventLog } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { Metrics } from './metrics.js';
import { Progress } from './progress.js';
import { DATABASE, EVENT_LOG } from './tokens.js';

interface Reply {
  status(code: number): Reply;
}

@Controller()
export class HealthController {
  constructor(
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(Progress) private readonly progress: Progress,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {}

  @Get('health/live')
  live(): object {
    return { status: 'ok' };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) reply: Reply): Promise<object> {
    const [broker, database, problems] = await Promise.all([
      this.eventLog.reachable(),
      this.database.pool.query('select 1').then(
        () => true,
        () => false,
      ),
      this.progress.problems(),
    ]);
    if (!broker) problems.unshift({ part: 'kafka', problem: 'no broker answers' });
    if (!database) problems.unshift({ part: 'postgres', problem: 'the database does not answer' });
    if (problems.length > 0) reply.status(503);
    return {
      status: problems.length === 0 ? 'ok' : 'unavailable',
      problems,
      consumers: Object.fromEntries(
        [...this.progress.consumers()].map(([name, consumer]) => {
          const { state, lag, lastFetchAgeMs, assigned } = consumer.status();
          return [name, { state, lag, lastFetchAgeMs, partitions: assigned.length }];
        }),
      ),
    };
  }

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  async expose(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
