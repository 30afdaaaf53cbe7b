/** `GET /api/v1/stream`: what changes in a workspace, as server-sent events (WHATWG HTML 9.2). */
import { Controller, Get, Headers, Inject, Query, Res } from '@nestjs/common';
import { LOGGER } from '@libs/platform';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { CurrentPrincipal, onKeyEnd, type Principal, Scopes } from '../auth/index.js';
import { answer } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { Shutdown } from '../http/shutdown.js';
import { QueryPipe } from '../http/zod.pipe.js';
import { OpenStreams } from '../quotas/index.js';
import { requireWorkspace } from '../workflows/stored-workflow.js';
import { type StreamTopic, streamTopics } from './changes.js';
import { FeedFollower } from './follow-feed.js';
import { PageFeed } from './page-feed.js';
import { WorkspaceCounters } from './workspace-counters.js';
import { WorkspaceStream } from './workspace-stream.js';

const anyTopic = z.enum(streamTopics, {
  error: `must be one or more of ${streamTopics.join(', ')}; comma-separated`,
});
const streamQuery = z.strictObject({
  workspaceId: z.uuid().toLowerCase().meta({ example: exampleIds.workspace }),
  topics: z
    .string()
    .max(200)
    .default(streamTopics.join(','))
    .transform((list) => [...new Set(list.split(','))])
    .pipe(z.array(anyTopic))
    .meta({
      example: 'executions,approvals',
      description:
        'executions, deliveries, approvals, workflows, pins, tests, notifications,\nsubscriptions, counters; comma-separated. Default: all.',
    }),
});

const workspaceEvents = answer(
  'WorkspaceEvents',
  z.string().meta({ mediaTypes: ['text/event-stream'] }),
  'id: 4711\nevent: execution.changed\ndata: {"changes":[{"id":"…","workflowId":"…","status":"success"}]}\n\n',
);

/** An id that this service did not give is that of a reader that missed everything. */
const positionIn = (lastEventId: string | undefined): number | null => {
  if (lastEventId === undefined) return null;
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.MAX_SAFE_INTEGER;
};

@Controller('api/v1/stream')
export class StreamController {
  constructor(
    @Inject(PageFeed) private readonly feed: PageFeed,
    @Inject(WorkspaceCounters) private readonly counters: WorkspaceCounters,
    @Inject(OpenStreams) private readonly open: OpenStreams,
    @Inject(Shutdown) private readonly shutdown: Shutdown,
    @Inject(LOGGER) private readonly logger: Logger,
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
    @Query(new QueryPipe(streamQuery))
    { workspaceId, topics }: { workspaceId: string; topics: StreamTopic[] },
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): void {
    requireWorkspace(workspaceId, principal);
    this.open.add(principal, reply.raw);
    reply.hijack();
    const stream = new WorkspaceStream(reply.raw, reply.getHeaders(), topics);
    const follower = new FeedFollower(stream, principal.workflowIds);
    const leave = this.feed.watch(workspaceId, follower);
    const uncount = this.#count(principal, topics, stream);
    const stay = this.shutdown.whenLetGo(() => stream.end());
    onKeyEnd(reply.raw, ({ code, message }) => stream.refuse({ code, error: message }));
    reply.raw.once('close', () => {
      leave();
      uncount();
      stay();
    });
    follower.begin(this.feed, workspaceId, positionIn(lastEventId)).catch((error: unknown) => {
      // The reader comes back, and is told what it missed.
      this.logger.warn({ err: error }, 'a stream of changes could not begin');
      stream.end();
    });
  }
  /** A key that is limited to workflows gets none: they count the whole workspace. */
  #count(
    { workspaceId, workflowIds }: Principal,
    topics: readonly StreamTopic[],
    stream: WorkspaceStream,
  ): () => void {
    if (workflowIds !== null || !topics.includes('counters')) return () => undefined;
    return this.counters.watch(workspaceId, (counters) => stream.addCounters(counters));
  }
}
