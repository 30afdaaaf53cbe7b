import {
  Inject,
  Injectable,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';

/** Those who wait for an answer when the process stops may wait so long; then they are told how to go on elsewhere. */
const letGoAfterMs = 5_000;
/** A connection that has had its answer is closed: kept alive, it would hold the process for its whole time. */
const closeIdleEveryMs = 100;

/**
 * The api's part of stopping: new requests are sent elsewhere, running ones finish, and only then what they need is closed
 * (`onApplicationShutdown`: the live tail, appenders).
 */
@Injectable()
export class Shutdown implements OnModuleDestroy, OnApplicationShutdown {
  /** True from the moment the process stops. */
  begun = false;
  readonly #waiting = new Set<() => void>();
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(@Inject(HttpAdapterHost) private readonly host: HttpAdapterHost) {}

  onModuleDestroy(): void {
    this.begun = true;
    const server = this.host.httpAdapter.getHttpServer() as Server;
    this.#timers.push(
      setTimeout(() => {
        for (const letGo of this.#waiting) letGo();
      }, letGoAfterMs),
      setInterval(() => server.closeIdleConnections(), closeIdleEveryMs),
    );
  }

  onApplicationShutdown(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** Calls when somebody who may wait for long has to be let go. @returns takes that back */
  whenLetGo(letGo: () => void): () => void {
    this.#waiting.add(letGo);
    return () => this.#waiting.delete(letGo);
  }
}
