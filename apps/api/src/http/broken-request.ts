/** Answers non-HTTP or too slow input in the usual error shape, then closes the connection. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBodyOf } from '../errors/error-body.js';
import { translateError } from '../errors/translate-error.js';
import { closeLingering } from './lingering-close.js';

const statusByCode: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const translated = translateError({ statusCode: statusByCode[error.code ?? ''] ?? 400 });
  const body = JSON.stringify(errorBodyOf(translated));
  socket.write(
    `HTTP/1.1 ${translated.status} ${STATUS_CODES[translated.status] ?? ''}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Later data would be parsed and refused again.
  socket.removeAllListeners('data');
  socket.on('data', () => undefined);
  closeLingering(socket);
}
