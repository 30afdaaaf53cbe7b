/** `GET /api/v1/stream`: what changes in a workspace, as server-sent events (WHATWG HTML 9.2). */
import { Controller, Get, Headers, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { CurrentPrincipal, onKeyEnd, type Principal, Scopes } from '../auth/index.js';
import { answer } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { Shutdown } from '../http/shutdown.js';
import { QueryPipe } from '../http/zod.pipe.js';
import { LiveTailReader } from '../live-tail/live-tail.reader.js';
import type { Boundary } from '../live-tail/live-tail.js';
import { OpenStreams } from '../quotas/index.js';
import { requireWorkspace } from '../workflows/stored-workflow.js';
import type { ExecutionChange } from './changes.js';
import { WorkspaceStream } from './workspace-stream.js';

const streamQuery = z.strictObject({
  workspaceId: z.uuid().toLowerCase().meta({ example: exampleIds.workspace }),
  topics: z
    .literal('executions')
    .default('executions')
    .meta({ example: 'executions', description: 'What to tell of.' }),
});

const workspaceEvents = answer(
  'WorkspaceEvents',
  z.string().meta({ mediaTypes: ['text/event-stream'] }),
  'event: execution.changed\ndata: {"changes":[{"id":"…","workflowId":"…","status":"success"}]}\n\n',
);

const changeOf = ({ type, data }: Boundary): ExecutionChange => ({
  id: data.executionId,
  workflowId: data.workflowId,
  status: type === 'ExecutionStarted' ? 'running' : data.status,
  startedAt: type === 'ExecutionStarted' ? new Date(data.occurredAt).toISOString() : null,
  endedAt: type === 'ExecutionStarted' ? null : new Date(data.occurredAt).toISOString(),
});

@Controller('api/v1/stream')
export class StreamController {
  constructor(
    @Inject(LiveTailReader) private readonly tail: LiveTailReader,
    @Inject(OpenStreams) private readonly open: OpenStreams,
    @Inject(Shutdown) private readonly shutdown: Shutdown,
  ) {}

  @Operation({
    id: 'streamChanges',
    summary: 'Stream what changes in the workspace; `resync` says to read the lists again',
    role: 'viewer',
    limitedKeys: 'handler',
    answers: { 200: workspaceEvents },
  })
  @Scopes('logs:read')
  @Get()
  stream(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(streamQuery)) { workspaceId }: z.output<typeof streamQuery>,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): void {
    requireWorkspace(workspaceId, principal);
    const { workflowIds } = principal;
    this.open.add(principal, reply.raw);
    reply.hijack();
    const stream = new WorkspaceStream(reply.raw, reply.getHeaders(), lastEventId !== undefined);
    const leave = this.tail.watch((event) => {
      const { data } = event;
      if (data.workspaceId !== workspaceId) return;
      if (workflowIds === null || workflowIds.includes(data.workflowId))
        stream.add(changeOf(event));
    });
    const stay = this.shutdown.whenLetGo(() => stream.end());
    onKeyEnd(reply.raw, ({ code, message }) => stream.refuse({ code, error: message }));
    reply.raw.once('close', () => {
      leave();
      stay();
    });
  }
}
