/** Loopback servers for the HTTP request block, and a run of it with short retry pauses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BlockRun, type BlockRunOptions, runBlock } from '../../testing/run-block.js';
import type { ApiOutput } from '../read-response.js';

interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}
type Handler = (response: ServerResponse, call: Call, index: number) => void;

const cleanUps: (() => Promise<unknown>)[] = [];

/** Registers a clean-up for the end of the test. */
export const onEnd = (cleanUp: () => Promise<unknown>): void => void cleanUps.push(cleanUp);

/** For afterEach. */
export async function stopServers(): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}

export async function serve(handler: Handler): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const call = { method, url, headers, body: Buffer.concat(chunks) };
      calls.push(call);
      handler(response, call, calls.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

export const answering = (
  body: string | Buffer,
  type = 'application/json',
  status = 200,
): Handler => {
  return (response) => void response.writeHead(status, { 'content-type': type }).end(body);
};

export const quickly = { maxRetries: 2, initialDelayMs: 1, maxDelayMs: 5 };
export async function call(
  config: object,
  options?: BlockRunOptions,
): Promise<BlockRun & { output: ApiOutput }> {
  const run = await runBlock('api', { retry: quickly, ...config }, options);
  return run as BlockRun & { output: ApiOutput };
}
