/** How long callers may take to send and to take: nobody holds a connection, or the memory behind it, for as long as he likes. */
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** All in milliseconds. */
export interface ConnectionTimes {
  /** For a whole request to arrive; answers may take longer. */
  readonly requestMs: number;
  /** Of that, for its headers. */
  readonly headersMs: number;
  /** How often node looks for connections over those limits. */
  readonly checkEveryMs: number;
  /** Between an answer and the next request. */
  readonly keepAliveMs: number;
  /** Longest time that a caller may take nothing of an answer while there is something for it. */
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
 * Breaks off an answer of which nothing was taken for the connection's idle time (`untakenMs`): visibly, for its end is missing. A caller
 * that takes little at a time goes on (node counts parts of a write, too), and so does one that waits for an answer: there is
 * nothing to take. Streams of events write into the silence and look after their readers themselves (`EventStream`).
 */
export function letGoOfWhoTakesNothing(instance: FastifyInstance): void {
  instance.addHook('onRequest', (_request, reply, done) => {
    reply.raw.on('timeout', (socket: Socket) => {
      // Closed with a reset: the kernel would keep what it has for as long as the caller's machine is there.
      if (socket.writableLength > 0) socket.resetAndDestroy();
    });
    done();
  });
}
