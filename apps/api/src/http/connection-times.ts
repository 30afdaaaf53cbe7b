/**
 * Time limits for sending requests and reading answers: no caller can hold a connection and its
 * memory indefinitely.
 */
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** All in milliseconds. */
export interface ConnectionTimes {
  /** For a whole request to arrive; answers may take longer. */
  readonly requestMs: number;
  /** For the headers, as part of `requestMs`. */
  readonly headersMs: number;
  /** How often Node checks connections against these limits. */
  readonly checkEveryMs: number;
  /** Between an answer and the next request. */
  readonly keepAliveMs: number;
  /** The longest time without progress while a caller has unread data of an answer. */
  readonly untakenMs: number;
}

export const connectionTimes: ConnectionTimes = {
  requestMs: 60_000,
  headersMs: 10_000,
  checkEveryMs: 5_000,
  keepAliveMs: 72_000,
  untakenMs: 60_000,
};

/**
 * Cuts off an answer once its caller reads nothing for `untakenMs`. Slow readers stay (Node counts
 * partial writes), as do callers still waiting for an answer. `EventStream` checks its readers.
 */
export function letGoOfWhoTakesNothing(instance: FastifyInstance): void {
  instance.addHook('onRequest', (_request, reply, done) => {
    reply.raw.on('timeout', (socket: Socket) => {
      // Closed with a reset: otherwise the kernel keeps its buffer for as long as the caller's
      // machine exists.
      if (socket.writableLength > 0) socket.resetAndDestroy();
    });
    done();
  });
}
