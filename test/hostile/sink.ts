/**
 * A server outside: it accepts webhooks, and answers `api` and `agent` blocks as badly as it is
 * asked to.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { answerAsModel } from './odd-models.js';

export interface Sink {
  readonly url: string;
  close(): void;
}

const json = { 'content-type': 'application/json' };
const largest = 5_200_000;

/** One text repeated up to the largest answer that an `api` block takes. */
const filled = (piece: string, before = '', after = ''): string =>
  before +
  piece.repeat(Math.floor((largest - before.length - after.length) / piece.length)) +
  after;

function drip(response: ServerResponse, left = 200): void {
  if (left === 0 || response.destroyed) response.end();
  else response.write('x', () => setTimeout(drip, 10, response, left - 1));
}

/** By the path's last part. */
const answers: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  text: (response) => response.end(filled('a')),
  wide: (response) => response.end(filled('🌍')),
  numbers: (response) => response.writeHead(200, json).end(filled('1,', '[', '1]')),
  objects: (response) => response.writeHead(200, json).end(filled('{},', '[', '1]')),
  names: (response) =>
    response
      .writeHead(200, json)
      .end(JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [n, n])))),
  deep: (response) => response.writeHead(200, json).end('['.repeat(100_000)),
  escapes: (response) => response.writeHead(200, json).end(filled('\\u0061', '"', '"')),
  broken: (response) => response.writeHead(200, json).end(filled('{"a":1},', '[', '')),
  utf16: (response) =>
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-16' }).end(filled('é')),
  binary: (response) =>
    response
      .writeHead(200, {
        'content-type': 'image/png',
        'content-disposition': filled('a').slice(0, 9_000),
      })
      .end(filled('ÿ')),
  bomb: (response) =>
    response
      .writeHead(200, { ...json, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(200_000_000), { level: 9 })),
  cut: (response) =>
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync('1').subarray(3)),
  headers: (response) =>
    response
      .writeHead(200, Array.from({ length: 150 }, (_, n) => [`x-${n % 3}`, 'v'.repeat(90)]).flat())
      .end('{}'),
  cookies: (response) =>
    response.writeHead(200, { 'set-cookie': Array.from({ length: 100 }, () => 'a=b') }).end(),
  loop: (response) => response.writeHead(307, { location: 'loop' }).end(),
  later: (response) => response.writeHead(429, { 'retry-after': '1e9' }).end(),
  early: (response) =>
    response.writeHead(200, { 'content-length': 10 }).write('x', () => response.destroy()),
  drip: (response) => drip(response.writeHead(200)),
};

export const oddAnswers: readonly string[] = Object.keys(answers);

export async function startSink(): Promise<Sink> {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    if (answerAsModel(path, await text(request), response)) return;
    const answer = answers[path.split('/').at(-1) ?? ''];
    if (answer === undefined) response.end();
    else answer(response);
  };
  const server = createServer((request, response) => {
    // A caller that goes away gets no answer.
    respond(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
