/** `GET /api/v1/executions/{id}/events`: server-sent events (WHATWG HTML 9.2), resumable with `Last-Event-ID`. */
import type { EventLog } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { DATABASE, EVENT_LOG } from '@libs/platform';
import { Controller, Get, Headers, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';
import { CurrentPrincipal, Scopes, type Principal } from '../auth/index.js';
import { ApiError, notFound } from '../errors/index.js';
import { LiveTailReader } from '../live-tail/live-tail.reader.js';
import {
  recordedEvents,
  streamedEvent,
  untilProjected,
  type StreamedEvent,
} from './execution-events.js';
import { executionStatus } from './execution-status.js';

/** Proxies drop silent connections; a comment line keeps them. */
const keepAliveMs = 15_000;
/** A reader that takes nothing while this much waits for it is let go: it can resume. */
const longestBacklogBytes = 8 * 1024 * 1024;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function lastSequence(header: string | undefined): number {
  if (header === undefined || header === '') return 0;
  if (!/^\d{1,10}$/.test(header))
    throw new ApiError(400, 'INVALID_PARAMETER', 'Last-Event-ID must be an id this stream gave');
  return Number(header);
}

/** Writes each event once, in order, and ends with the terminal one. */
class EventStream {
  #last: number;
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly response: ServerResponse,
    last: number,
  ) {
    this.#last = last;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
    this.#timer = setInterval(() => response.write(':\n\n'), keepAliveMs);
    response.on('close', () => clearInterval(this.#timer));
  }

  end(): void {
    if (!this.response.writableEnded) this.response.end();
  }

  send({ sequence, name, data }: StreamedEvent): void {
    if (sequence <= this.#last || this.response.writableEnded) return;
    this.#last = sequence;
    this.response.write(`id: ${sequence}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    if (name === 'execution.completed') this.end();
    else if (this.response.writableLength > longestBacklogBytes) this.response.destroy();
  }
}

@Controller('api/v1/executions')
export class ExecutionEventsController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(LiveTailReader) private readonly tail: LiveTailReader,
  ) {}

  @Scopes('logs:read')
  @Get(':id/events')
  async events(
    @Param('id') executionId: string,
    @CurrentPrincipal() principal: Principal,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const last = lastSequence(lastEventId);
    const { pool } = this.database;
    const known =
      uuid.test(executionId) && (await executionStatus(pool, executionId, principal.workspaceId));
    if (known === false || known === null) throw notFound('execution');
    reply.hijack();
    const gone = new AbortController();
    const waiting: StreamedEvent[] = [];
    let stream: EventStream | null = null;
    const unfollow = this.tail.follow(executionId, (event) => {
      const streamed = streamedEvent(event);
      if (stream === null) waiting.push(streamed);
      else stream.send(streamed);
    });
    reply.raw.on('close', () => {
      gone.abort();
      unfollow();
    });
    await untilProjected(this.eventLog, pool, executionId, gone.signal);
    const recorded = gone.signal.aborted ? [] : await recordedEvents(pool, executionId);
    const opened = new EventStream(reply.raw, last);
    // The read model's end has no sequence of its own; the tail's, when it is there too, comes to the same.
    for (const event of [...recorded, ...waiting]) opened.send(event);
    // Somebody who comes back after the end has nothing to wait for.
    if (recorded.at(-1)?.name === 'execution.completed') opened.end();
    stream = opened;
  }
}
