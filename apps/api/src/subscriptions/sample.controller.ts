/** `/api/v1/workflows/{id}/subscriptions/sample`: the body that a subscription would send. */
import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { SampleEvent } from './sample-event.query.js';
import { sampleAnswer, type SampleView } from './subscription-view.schemas.js';
import { sampleQuery, type SampleParameters } from './subscription.schemas.js';

@Controller('api/v1/workflows/:workflowId/subscriptions/sample')
export class SampleController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'sampleSubscription',
    summary: 'Show the event that a subscription of the workflow would get; nothing is sent',
    role: 'viewer',
    answers: { 200: sampleAnswer },
  })
  // It holds an execution's output.
  @Scopes('logs:read')
  @Get()
  async sample(
    @CurrentPrincipal() principal: Principal,
    @Param('workflowId', new RecordIdPipe('workflow', exampleIds.workflow)) workflowId: string,
    @Query(new QueryPipe(sampleQuery)) parameters: SampleParameters,
  ): Promise<{ data: SampleView }> {
    return { data: await this.bus.execute(new SampleEvent(principal, workflowId, parameters)) };
  }
}
