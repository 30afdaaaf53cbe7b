/** `POST /api/v1/workflows/check`: all problems and warnings of a definition; stores nothing. */
import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { Operation } from '../http/operation.decorator.js';
import { anyWeight, BodyPipe } from '../http/zod.pipe.js';
import { CheckDefinition } from './check-definition.query.js';
import {
  checkAnswer,
  checkBody,
  type CheckBody,
  checkExample,
  type CheckView,
  checkViewOf,
} from './check.schemas.js';

@Controller('api/v1/workflows/check')
export class CheckController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'checkWorkflow',
    summary: 'Check a definition: all problems and warnings at once, with their places',
    role: 'viewer',
    answers: { 200: checkAnswer },
    example: checkExample,
    audited: false,
  })
  @Post()
  @HttpCode(200)
  async check(
    @CurrentPrincipal() principal: Principal,
    @Body(new BodyPipe(checkBody, anyWeight)) body: CheckBody,
  ): Promise<{ data: CheckView }> {
    return { data: checkViewOf(await this.bus.execute(new CheckDefinition(principal, body))) };
  }
}
