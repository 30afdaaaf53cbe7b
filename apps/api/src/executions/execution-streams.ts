/**
 * Streams of executions that began earlier or are about to begin for this caller. A reader gets
 * the read model at its own pace, then the ledger's tail. A reader that falls behind the tail
 * restarts from the read model.
 */
import type { EventLog } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { DATABASE, EVENT_LOG, LOGGER, ReadModelProgress } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { onKeyEnd } from '../auth/index.js';
import { Shutdown } from '../http/shutdown.js';
import { LiveTailReader } from '../live-tail/live-tail.reader.js';
import { EventStream, sentEvent } from './event-stream.js';
import { recordedEvents, untilProjected } from './execution-events.js';
import { FollowedExecution } from './followed-execution.js';

/** An execution about to begin for this caller. */
export interface Beginning {
  stream(reply: FastifyReply): void;
  forget(): void;
}

interface Reader {
  readonly executionId: string;
  readonly stream: EventStream;
  /** Aborted when the reader disconnects or the process stops. */
  readonly gone: AbortSignal;
  readonly left: Promise<unknown>;
}

@Injectable()
export class ExecutionStreams {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(LiveTailReader) private readonly tail: LiveTailReader,
    @Inject(Shutdown) private readonly shutdown: Shutdown,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(ReadModelProgress) private readonly progress: ReadModelProgress,
  ) {}

  /** Call this before the execution's request is appended. */
  beginning(executionId: string): Beginning {
    const followed = new FollowedExecution(this.tail, executionId);
    return {
      forget: () => followed.forget(),
      stream: (reply) => this.#open(reply, executionId, 0, followed),
    };
  }

  resume(reply: FastifyReply, executionId: string, last: number): void {
    this.#open(reply, executionId, last, null);
  }

  #open(
    reply: FastifyReply,
    executionId: string,
    last: number,
    followed: FollowedExecution | null,
  ): void {
    if (reply.sent) {
      // The API key ended during the start, and the refusal was already sent.
      followed?.forget();
      return;
    }
    reply.hijack();
    const gone = new AbortController();
    const stay = this.shutdown.whenLetGo(() => gone.abort());
    reply.raw.on('close', () => {
      stay();
      gone.abort();
    });
    // A hijacked reply no longer sends its headers itself.
    const headers = { ...reply.getHeaders(), 'x-execution-id': executionId };
    const stream = new EventStream(reply.raw, last, headers);
    onKeyEnd(reply.raw, ({ code, message }) => stream.refuse({ code, error: message }));
    const { signal } = gone;
    this.#serve({ executionId, stream, gone: signal, left: once(signal, 'abort') }, followed).then(
      () => stream.end(),
      (error: unknown) => {
        this.logger.warn({ err: error, executionId }, 'event stream ended early');
        stream.break();
      },
    );
  }

  async #serve(reader: Reader, begun: FollowedExecution | null): Promise<void> {
    const { executionId, stream, gone, left } = reader;
    let followed = begun;
    try {
      for (;;) {
        if (followed !== null) {
          followed.to(stream);
          await Promise.race([followed.isBehind, left]);
          followed.forget();
        }
        await this.#sendRecorded(reader);
        if (stream.isOver || gone.aborted) return;
        // An end that falls between these reads is in one of them, or comes by the tail.
        followed = new FollowedExecution(this.tail, executionId);
        await untilProjected(this.eventLog, this.progress, executionId, gone);
        await this.#sendRecorded(reader);
      }
    } finally {
      followed?.forget();
    }
  }

  async #sendRecorded({ executionId, stream, gone }: Reader): Promise<void> {
    for (let after: number | null = stream.last; after !== null;) {
      await stream.taken(gone);
      if (stream.isOver || gone.aborted) return;
      const page = await recordedEvents(this.database.pool, executionId, after);
      for (const event of page.events) stream.send(sentEvent(event));
      after = page.next;
    }
  }
}
