import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long open requests may wait during shutdown; then callers are sent elsewhere. */
const letGoAfterMs = 5_000;
/** Idle connections are closed: kept alive, one would hold the process for its keep-alive time. */
const closeIdleEveryMs = 100;
/** Callers, such as browsers, connect in advance. Node leaves such connections open on a close. */
const unusedMs = 1_000;

/**
 * The api's part of stopping: new requests are refused, running ones finish, and then their
 * resources are closed (`onApplicationShutdown`: the live tail, appenders).
 */
@Injectable()
export class Shutdown implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  /** True from the moment the process stops. */
  begun = false;
  readonly #waiting = new Set<() => void>();
  readonly #timers: NodeJS.Timeout[] = [];
  /** With the time of their opening. */
  readonly #connections = new Map<Socket, number>();

  constructor(@Inject(HttpAdapterHost) private readonly host: HttpAdapterHost) {}

  onApplicationBootstrap(): void {
    this.#server.on('connection', (socket: Socket) => {
      this.#connections.set(socket, performance.now());
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  onModuleDestroy(): void {
    this.begun = true;
    this.#timers.push(
      setTimeout(() => {
        for (const letGo of this.#waiting) letGo();
      }, letGoAfterMs),
      setInterval(() => this.#closeIdle(), closeIdleEveryMs),
    );
  }

  get #server(): Server {
    return this.host.httpAdapter.getHttpServer() as Server;
  }

  #closeIdle(): void {
    this.#server.closeIdleConnections();
    const until = performance.now() - unusedMs;
    for (const [socket, openedAtMs] of this.#connections)
      if (socket.bytesRead === 0 && openedAtMs < until) socket.destroy();
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
