/**
 * A webhook receiver that can also be hostile: a real HTTP server on a free loopback port. It
 * records requests byte for byte and answers as the test decides.
 */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly receivedAt: number;
}

export type Reply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string | string[]>>;
      readonly body?: string | Buffer;
    }
  /** Reads the request, never answers. */
  | { readonly kind: 'hang' }
  /** Sends the head at once, then single bytes without end. */
  | { readonly kind: 'drip'; readonly everyMs: number }
  /** Closes the connection instead of answering. */
  | { readonly kind: 'reset' }
  /** Announces a body, sends a part, closes. */
  | { readonly kind: 'reset-in-body' }
  | { readonly kind: 'large'; readonly sizeBytes: number }
  /** Not HTTP. */
  | { readonly kind: 'garbage' };

export const answer = (
  status: number,
  headers: Readonly<Record<string, string | string[]>> = {},
  body: string | Buffer = '',
): Reply => ({ kind: 'answer', status, headers, body });

/**
 * Small on the wire, `sizeBytes` when unpacked. Compressed in advance, because that takes a second.
 */
export const bomb = (sizeBytes: number): Reply =>
  answer(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(sizeBytes)));

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** In order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  /** Resolves when the condition holds; checked after every arrival. */
  until(condition: (requests: readonly ReceivedRequest[]) => boolean): Promise<void>;
  /** Bytes of answer bodies sent by this server. */
  sentBytes(): number;
  close(): Promise<void>;
}

export const encoders = {
  gzip: gzipSync,
  deflate: deflateSync,
  'deflate-raw': deflateRawSync,
  br: brotliCompressSync,
} as const;

async function pour(
  response: ServerResponse,
  sizeBytes: number,
  sent: (bytes: number) => void,
): Promise<void> {
  const piece = Buffer.alloc(64 * 1024, 'x');
  function* pieces(): Generator<Buffer> {
    for (let left = sizeBytes; left > 0; left -= piece.length) {
      sent(piece.length);
      yield piece;
    }
  }
  // Some tests expect the client to hang up.
  await pipeline(Readable.from(pieces()), response).catch(() => undefined);
}

async function respond(
  reply: Reply,
  request: IncomingMessage,
  response: ServerResponse,
  sent: (bytes: number) => void,
): Promise<void> {
  switch (reply.kind) {
    case 'answer':
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
      return;
    case 'hang':
      return;
    case 'drip': {
      response.writeHead(200);
      response.write('.');
      const timer = setInterval(() => response.write('.'), reply.everyMs);
      response.on('close', () => clearInterval(timer));
      return;
    }
    case 'reset':
      request.socket.resetAndDestroy();
      return;
    case 'reset-in-body':
      response.writeHead(200, { 'content-length': '1000' });
      response.write('part', () => request.socket.destroy());
      return;
    case 'large':
      response.writeHead(200);
      await pour(response, reply.sizeBytes, sent);
      return;
    case 'garbage':
      request.socket.end('I am not HTTP\r\n\r\n');
      return;
  }
}

export interface ReceiverOptions {
  /** Connections are established at once, but nothing is read from them for this long. */
  readonly acceptAfterMs?: number;
  /** Speaks TLS with this key and certificate (PEM). */
  readonly tls?: { readonly keyPem: string; readonly certificatePem: string };
}

/** @param decide the answer to each request; `index` is the number of earlier requests */
export async function startReceiver(
  decide: (request: ReceivedRequest, index: number) => Reply = () => answer(200),
  { acceptAfterMs = 0, tls }: ReceiverOptions = {},
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const arrivals = new EventEmitter().setMaxListeners(0);
  let sentBytes = 0;
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const receivedAt = Date.now();
    const chunks: Buffer[] = [];
    response.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received: ReceivedRequest = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
        receivedAt,
      };
      const index = requests.push(received) - 1;
      void respond(decide(received, index), request, response, (bytes) => (sentBytes += bytes));
      arrivals.emit('request');
    });
  };
  const server =
    tls === undefined
      ? createServer(onRequest)
      : createTlsServer({ key: tls.keyPem, cert: tls.certificatePem }, onRequest);
  const door = createTcpServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => undefined);
    setTimeout(() => {
      server.emit('connection', socket);
      socket.resume();
    }, acceptAfterMs);
  });
  const listening = acceptAfterMs > 0 ? door : server;
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    requests,
    async until(condition) {
      while (!condition(requests)) await once(arrivals, 'request');
    },
    sentBytes: () => sentBytes,
    async close() {
      const closed = once(listening, 'close');
      listening.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
