/**
 * A local HTTP server that records calls with their Idempotency-Key; a handler may hold answers
 * back.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StubCall {
  readonly method: string;
  readonly url: string;
  readonly idempotencyKey: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly bytes: Buffer;
  /** Date.now() when the request was complete. */
  readonly receivedAtMs: number;
}

export interface CountingStub {
  readonly url: string;
  readonly calls: readonly StubCall[];
  /** Sets the handler that answers all further calls. */
  answer(handler: (call: StubCall, response: ServerResponse) => void): void;
  /** Number of calls not answered yet. */
  readonly open: number;
  close(): Promise<void>;
}

const ok = (_: StubCall, response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
};

export async function startCountingStub(): Promise<CountingStub> {
  const calls: StubCall[] = [];
  let handler = ok;
  let open = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const call: StubCall = {
        method: request.method ?? '',
        url: request.url ?? '',
        idempotencyKey: String(request.headers['idempotency-key'] ?? ''),
        headers: request.headers,
        body: bytes.toString('utf8'),
        bytes,
        receivedAtMs: Date.now(),
      };
      calls.push(call);
      open += 1;
      response.on('close', () => (open -= 1));
      handler(call, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answer: (next) => (handler = next),
    get open() {
      return open;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
