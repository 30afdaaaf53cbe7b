/**
 * Closing a connection while its caller still sends resets it and loses the answer in flight: the
 * caller sees a broken connection instead of the 413 or 431. So incoming data is discarded for a
 * while before the close (RFC 9112, 9.6).
 */
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

const lingerMs = 5_000;

/** Closes our side now, and the connection when the caller closes, or after `lingerMs`. */
export function closeLingering(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** For answers sent before their request has fully arrived. */
export function lingerAfterEarlyAnswers(instance: FastifyInstance): void {
  instance.addHook('onSend', ({ raw }, _reply, _payload, done) => {
    // Node calls this to close the connection once the answer is written.
    if (!raw.complete) raw.socket.destroySoon = () => closeLingering(raw.socket);
    done();
  });
}
