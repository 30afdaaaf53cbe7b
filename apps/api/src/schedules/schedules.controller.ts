/** `/api/v1/schedules`: what a schedule would do. */
import { scheduleConfig, type ScheduleConfig } from '@libs/blocks';
import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { z } from 'zod';
import { Bus } from '../bus/bus.js';
import { answer, instant, one } from '../http/answers.js';
import { Operation } from '../http/operation.decorator.js';
import { BodyPipe } from '../http/zod.pipe.js';
import { PreviewSchedule } from './preview-schedule.query.js';

const previewAnswer = answer(
  'SchedulePreviewAnswer',
  one(z.object({ times: z.array(instant).describe('Up to ten, the next one first.') })),
  { data: { times: ['2026-11-23T07:30:00.000Z', '2026-11-24T07:30:00.000Z'] } },
);

@Controller('api/v1/schedules')
export class SchedulesController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

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
