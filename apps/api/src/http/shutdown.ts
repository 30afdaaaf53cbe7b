import {
  Inject,
  Injectable,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';

/** How long open requests may wait during shutdown; then callers are sent elsewhere. */
const letGoAfterMs = 5_000;
/** Idle connections are closed: kept alive, one would hold the process for its keep-alive time. */
const closeIdleEveryMs = 100;

/**
 * The api's part of stopping: new requests are refused, running ones finish, and then their
 * resources are closed (`onApplicationShutdown`: the live tail, appenders).
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

  /**
   * Registers a callback that releases a long wait at shutdown.
   * @returns a function that unregisters it
   */
  whenLetGo(letGo: () => void): () => void {
    this.#waiting.add(letGo);
    return () => this.#waiting.delete(letGo);
  }
}
