/**
 * Streams of executions: of one that began before, or of one that is about to begin for the caller who reads it. In both the
 * ledger's tail is followed first, so that nothing is missed.
 */
import type { EventLog } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { DATABASE, EVENT_LOG } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Shutdown } from '../http/shutdown.js';
import { LiveTailReader } from '../live-tail/live-tail.reader.js';
import { EventStream } from './event-stream.js';
import {
  recordedEvents,
  streamedEvent,
  untilProjected,
  type StreamedEvent,
} from './execution-events.js';

/** Events that come before their reader is ready wait for it. */
class Followed {
  readonly #waiting: StreamedEvent[] = [];
  #stream: EventStream | null = null;
  readonly #unfollow: () => void;

  constructor(tail: LiveTailReader, executionId: string) {
    this.#unfollow = tail.follow(executionId, (event) => {
      const streamed = streamedEvent(event);
      if (this.#stream === null) this.#waiting.push(streamed);
      else this.#stream.send(streamed);
    });
  }

  forget(): void {
    this.#unfollow();
  }

  /** From now on each event goes out as it comes. */
  to(stream: EventStream, recorded: readonly StreamedEvent[] = []): void {
    // The read model's end has no sequence of its own; the tail's, when it is there too, comes to the same.
    for (const event of [...recorded, ...this.#waiting]) stream.send(event);
    this.#stream = stream;
  }
}

/** An execution that begins for this caller. */
export interface Beginning {
  /** Sends its events to the caller until its end. */
  stream(reply: FastifyReply): void;
  forget(): void;
}

const idHeader = (executionId: string): Record<string, string> => ({
  'x-execution-id': executionId,
});

@Injectable()
export class ExecutionStreams {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(LiveTailReader) private readonly tail: LiveTailReader,
    @Inject(Shutdown) private readonly shutdown: Shutdown,
  ) {}

  /** To be called before the execution's request is appended. */
  beginning(executionId: string): Beginning {
    const followed = new Followed(this.tail, executionId);
    return {
      forget: () => followed.forget(),
      stream: (reply) => {
        reply.hijack();
        const stream = new EventStream(reply.raw, 0, idHeader(executionId));
        const stay = this.shutdown.whenLetGo(() => stream.end());
        reply.raw.on('close', () => {
          stay();
          followed.forget();
        });
        followed.to(stream);
      },
    };
  }

  /** Everything of an execution after `last`, from the read model and then from the tail. */
  async resume(reply: FastifyReply, executionId: string, last: number): Promise<void> {
    const { pool } = this.database;
    reply.hijack();
    const gone = new AbortController();
    const followed = new Followed(this.tail, executionId);
    const stay = this.shutdown.whenLetGo(() => gone.abort());
    reply.raw.on('close', () => {
      stay();
      gone.abort();
      followed.forget();
    });
    await untilProjected(this.eventLog, pool, executionId, gone.signal);
    const recorded = gone.signal.aborted ? [] : await recordedEvents(pool, executionId);
    const stream = new EventStream(reply.raw, last, idHeader(executionId));
    followed.to(stream, recorded);
    // Somebody who comes back after the end has nothing to wait for.
    if (gone.signal.aborted || recorded.at(-1)?.name === 'execution.completed') stream.end();
    else gone.signal.addEventListener('abort', () => stream.end());
  }
}
