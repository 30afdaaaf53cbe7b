/** The built page of all parts, served for a journey. */
import { afterAll, beforeAll } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  html: 'text/html',
  woff2: 'font/woff2',
};

/** @returns its address, once the journeys run */
export function serveGallery(): () => string {
  const folder = process.env['JOURNEY_GALLERY'] ?? '';
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url === '/' ? '/index.html' : (request.url ?? '');
      const type = types[path.split('.').at(-1) ?? ''];
      readFile(join(folder, path)).then(
        (bytes) => response.setHeader('content-type', type ?? 'text/plain').end(bytes),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  });
  afterAll(() => void server.close());
  return () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
