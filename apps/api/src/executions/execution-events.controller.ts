/**
 * `GET /api/v1/executions/{id}/events`: server-sent events (WHATWG HTML 9.2) of one execution,
 * resumable with `Last-Event-ID`.
 */
import { Controller, Get, Headers, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal, Scopes, type Principal } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { ApiError } from '../errors/index.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { PathPipe } from '../http/zod.pipe.js';
import { OpenStreams } from '../quotas/index.js';
import { sequenceOfEnd } from './execution-events.sql.js';
import { executionEventStream } from './execution.schemas.js';
import { ExecutionStreams } from './execution-streams.js';
import { GetExecution } from './get-execution.query.js';

function lastSequence(header: string | undefined): number {
  if (header === undefined || header === '') return 0;
  if (!/^\d{1,10}$/.test(header) || Number(header) > sequenceOfEnd)
    throw new ApiError(400, 'INVALID_PARAMETER', 'Last-Event-ID must be an id of this stream');
  return Number(header);
}

@Controller('api/v1/executions')
export class ExecutionEventsController {
  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(ExecutionStreams) private readonly streams: ExecutionStreams,
    @Inject(OpenStreams) private readonly open: OpenStreams,
  ) {}

  @Operation({
    id: 'followExecution',
    summary: 'Stream the events of an execution until its end, as server-sent events',
    role: 'viewer',
    limitedKeys: 'execution',
    answers: { 200: executionEventStream, 204: null },
    headers: {
      'Last-Event-ID': {
        description: 'Continues after this event; 204 if it was the last one.',
        example: '7',
      },
    },
  })
  @Scopes('logs:read')
  @Get(':id/events')
  async events(
    @Param('id', new PathPipe(exampleIds.execution)) executionId: string,
    @CurrentPrincipal() principal: Principal,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const last = lastSequence(lastEventId);
    const known = await this.bus.execute(new GetExecution(principal.workspaceId, executionId));
    if (known.endedAt !== null && last === sequenceOfEnd) {
      // Any other status makes a browser's EventSource reconnect (WHATWG HTML 9.2.1).
      void reply.status(204).send();
      return;
    }
    this.open.add(principal, reply.raw);
    // Off the bus: a stream, which lasts as long as its reader stays.
    this.streams.resume(reply, executionId, last);
  }
}
