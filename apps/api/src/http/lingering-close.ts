/**
 * Closing a connection while its caller still sends resets it and loses the answer in flight: the
 * caller sees a broken connection instead of the 413 or 431. So incoming data is discarded for a
 * while before the close (RFC 9112, 9.6).
 */
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBodyOf } from '../errors/api-error.js';
import { translateError } from '../errors/translate-error.js';

const lingerMs = 5_000;

/** Closes our side now, and the connection when the caller closes, or after `lingerMs`. */
function closeLingering(socket: Socket): void {
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

const statusByCode: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers non-HTTP or too slow input in the usual error shape, then closes the connection. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const translated = translateError({ statusCode: statusByCode[error.code ?? ''] ?? 400 });
  const requestId = randomUUID();
  const body = JSON.stringify(errorBodyOf(translated, requestId));
  socket.write(
    `HTTP/1.1 ${translated.status} ${STATUS_CODES[translated.status] ?? ''}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Later data would be parsed and refused again.
  socket.removeAllListeners('data');
  socket.on('data', () => undefined);
  closeLingering(socket);
}
