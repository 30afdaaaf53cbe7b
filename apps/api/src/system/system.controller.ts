/** `/api/v1/system`: whether the service works (docs/operations/telemetry.md). */
import { Controller, Get, Inject } from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import type { View } from '../http/answers.js';
import { Operation } from '../http/operation.decorator.js';
import { GetSystem } from './get-system.query.js';
import { systemAnswer } from './system.schemas.js';

@Controller('api/v1/system')
export class SystemController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'getSystem',
    summary: 'Get the state of the service; owners see its parts',
    role: 'viewer',
    answers: { 200: systemAnswer },
  })
  @Get()
  async get(@CurrentPrincipal() principal: Principal): Promise<View<typeof systemAnswer>> {
    return { data: await this.bus.execute(new GetSystem(principal)) };
  }
}
