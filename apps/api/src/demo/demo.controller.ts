/** `/api/v1/demo`: the demo workflow, and its receiver, which a page reaches only through here. */
import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { Operation } from '../http/operation.decorator.js';
import { BodyPipe } from '../http/zod.pipe.js';
import { ChangeDemoReceiver } from './change-demo-receiver.command.js';
import {
  demoAnswer,
  demoReceiverAnswer,
  type DemoReceiverView,
  type DemoView,
  type ReceiverChange,
  receiverChange,
} from './demo.schemas.js';
import { GetDemo } from './get-demo.query.js';

@Controller('api/v1/demo')
export class DemoController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'getDemo',
    summary: 'The demo workflow, and what its receiver got and computed',
    role: 'viewer',
    answers: { 200: demoAnswer },
  })
  @Scopes('logs:read')
  @Get()
  async get(@CurrentPrincipal() { workspaceId }: Principal): Promise<{ data: DemoView }> {
    return { data: await this.bus.execute(new GetDemo(workspaceId)) };
  }

  @Operation({
    id: 'changeDemoReceiver',
    summary: 'Break the receiver of the demo, or mend it',
    role: 'editor',
    answers: { 200: demoReceiverAnswer },
    example: { broken: true },
  })
  @Scopes('workflows:write')
  @Put('receiver')
  async change(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Body(new BodyPipe(receiverChange)) change: ReceiverChange,
  ): Promise<{ data: DemoReceiverView }> {
    return { data: await this.bus.execute(new ChangeDemoReceiver(workspaceId, change)) };
  }
}
