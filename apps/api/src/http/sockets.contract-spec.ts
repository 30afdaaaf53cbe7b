import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { openTestApi } from '../testing/open-test-api.js';
import { startTestApi } from '../testing/test-api.js';
import { Shutdown } from './shutdown.js';

const api = openTestApi({ listens: true });

/** All data received until the server closes the connection. */
function exchange(sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(api.port, '127.0.0.1', () => socket.write(sent));
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('utf8')));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

const bodyOf = (answer: string): unknown =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

describe('connections', () => {
  it('get 400 in the error format and are closed when they do not send HTTP', async () => {
    const answer = await exchange('HELLO THERE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodyOf(answer)).toEqual({
      error: expect.any(String),
      code: 'MALFORMED_REQUEST',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('get 431 for headers that are too large', async () => {
    const answer = await exchange(
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(20_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(bodyOf(answer)).toMatchObject({ code: 'HEADERS_TOO_LARGE' });
  });

  it('get 431 for large headers even while they still send their body', async () => {
    const head = `POST / HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(20_000)}\r\nContent-Length: 9000000\r\n\r\n`;
    const answer = await exchange(head + 'x'.repeat(9_000_000));
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('get 413 for a large body even while they still send it', async () => {
    const head = 'POST /api/webhooks/trigger/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
    const type = 'Content-Type: application/json\r\nContent-Length: 20000000\r\n\r\n';
    const answer = await exchange(head + type + 'x'.repeat(20_000_000));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('have timeouts for headers, for the whole request and for inactivity', () => {
    const server = api.app.getHttpServer();
    expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([
      ...[10_000, 60_000, 60_000],
    ]);
  });

  it('get 503 and are closed during shutdown', async () => {
    const shutdown = api.app.get(Shutdown);
    shutdown.begun = true;
    const answer = await exchange('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    shutdown.begun = false;
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(bodyOf(answer)).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('do not hold a shutdown when they never sent a request', async () => {
    const stopping = await startTestApi(api);
    await stopping.app.listen(0, '127.0.0.1');
    const { port } = stopping.app.getHttpServer().address() as AddressInfo;
    const unused = connect(port, '127.0.0.1');
    await once(unused, 'connect');
    const closed = once(unused, 'close');
    await stopping.close();
    await closed;
  });
});
