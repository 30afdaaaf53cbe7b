/** `/api/v1/schedules`: those of deployed workflows, and what one would do. */
import { scheduleConfig, type ScheduleConfig } from '@libs/blocks';
import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { Operation } from '../http/operation.decorator.js';
import type { Page } from '../http/page.js';
import { BodyPipe, QueryPipe } from '../http/zod.pipe.js';
import { ListSchedules } from './list-schedules.query.js';
import { PreviewSchedule } from './preview-schedule.query.js';
import {
  previewAnswer,
  schedulePage,
  type SchedulesParameters,
  schedulesQuery,
  type ScheduleView,
} from './schedule.schemas.js';

@Controller('api/v1/schedules')
export class SchedulesController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listSchedules',
    summary: 'List the schedules of deployed workflows, the newest workflow first',
    role: 'viewer',
    answers: { 200: schedulePage },
    links: { '/data/0/workflowId': ['/api/v1/workflows/:id'] },
  })
  @Get()
  list(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Query(new QueryPipe(schedulesQuery)) parameters: SchedulesParameters,
  ): Promise<Page<ScheduleView>> {
    return this.bus.execute(new ListSchedules(workspaceId, parameters));
  }

  @Operation({
    id: 'previewSchedule',
    summary: 'The next ten times of a schedule',
    role: 'viewer',
    audited: false,
    answers: { 200: previewAnswer },
    example: { cron: '30 8 * * MON-FRI', timezone: 'Europe/Berlin' },
  })
  @Post('preview')
  @HttpCode(200)
  async preview(
    @Body(new BodyPipe(scheduleConfig)) config: ScheduleConfig,
  ): Promise<{ data: { times: readonly string[] } }> {
    return { data: { times: await this.bus.execute(new PreviewSchedule(config)) } };
  }
}
