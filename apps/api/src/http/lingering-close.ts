/**
 * A connection that is closed while its caller still sends is reset, and an answer on its way is lost: the caller sees a broken
 * connection instead of the 413 or 431 that says why. So what comes is thrown away for a while (RFC 9112, 9.6).
 */
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

const lingerMs = 5_000;

/** Ends our side now, and all of it when the caller has ended his, or later. */
export function closeLingering(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Answers that come before their request has come to its end. */
export function lingerAfterEarlyAnswers(instance: FastifyInstance): void {
  instance.addHook('onSend', ({ raw }, _reply, _payload, done) => {
    // Node closes the connection by this, once the answer is written.
    if (!raw.complete) raw.socket.destroySoon = () => closeLingering(raw.socket);
    done();
  });
}
