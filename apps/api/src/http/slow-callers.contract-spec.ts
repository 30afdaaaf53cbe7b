/** Callers that send or read slowly, on real connections with shortened times. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { insertLogRow } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import { connectionTimes } from './connection-times.js';

const times = {
  ...connectionTimes,
  ...{ headersMs: 1_500, requestMs: 2_000, checkEveryMs: 50, untakenMs: 2_000 },
};

const api = openTestApi({ times, listens: true });

/** Opens a connection and sends the text; nothing is read until `received` is called. */
async function sent(text: string): Promise<Socket> {
  const socket = connect(api.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** All data until the connection closes, for whatever reason. */
function received(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.resume();
  });
}

const isServed = async (): Promise<number> =>
  (await fetch(`http://127.0.0.1:${api.port}/health/live`)).status;

describe('a caller that sends slowly', () => {
  it.each([
    ['a header that never ends', 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'a body that never ends',
      'POST /api/v1/workflows HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"name":',
    ],
    ['no data', ''],
  ])('gets 408 for %s while other callers are served', async (_, text) => {
    const slow = await Promise.all(Array.from({ length: 50 }, () => sent(text)));
    const answers = Promise.all(slow.map(received));
    expect(await isServed()).toBe(200);
    expect(slow.filter(({ destroyed }) => destroyed)).toEqual([]);
    for (const answer of await answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('"code":"REQUEST_TIMEOUT"');
    }
  });
});

describe('a caller that reads slowly', () => {
  /** Inserts more data than the buffers at both ends of a connection hold. */
  beforeAll(async () => {
    for (let log = 0; log < 40; log += 1)
      await insertLogRow(
        api,
        { ...api.tenant, workflowId: randomUUID() },
        { executionId: randomUUID(), output: 'x'.repeat(1_000_000) },
      );
  });

  const askForExport = async (): Promise<{ caller: Socket; ours: Socket }> => {
    const accepted = once(api.app.getHttpServer(), 'connection') as Promise<[Socket]>;
    const caller = await sent(
      `GET /api/v1/logs/export?workspaceId=${api.tenant.workspaceId}&details=full&includeFinalOutput=true HTTP/1.1\r\n` +
        `Host: x\r\nX-API-Key: ${api.tenant.apiKey}\r\nConnection: close\r\n\r\n`,
    );
    return { caller, ours: (await accepted)[0] };
  };

  it('is disconnected mid-export when it reads nothing, while others are served', async () => {
    const { caller, ours } = await askForExport();
    const isLetGo = once(ours, 'close');
    caller.pause();
    expect(await isServed()).toBe(200);
    await isLetGo;
    expect(ours.bytesWritten).toBeGreaterThan(0);
    expect(await received(caller)).not.toMatch(/0\r\n\r\n$/);
  });

  it('gets the whole export when it reads slowly for longer than the limit', async () => {
    const { caller } = await askForExport();
    const slowUntil = performance.now() + 2.5 * times.untakenMs;
    caller.on('data', () => {
      if (performance.now() > slowUntil) return;
      caller.pause();
      setTimeout(() => caller.resume(), times.untakenMs / 100);
    });
    const text = await received(caller);
    expect(text).toMatch(/\r\n0\r\n\r\n$/);
    expect(text.match(/"executionId"/g)).toHaveLength(40);
  });

  it('is not disconnected while it waits for a response', async () => {
    const answer = await fetch(
      `http://127.0.0.1:${api.port}/api/v1/logs/tail?workspaceId=${api.tenant.workspaceId}&wait=3&triggers=chat`,
      { headers: { 'x-api-key': api.tenant.apiKey } },
    );
    expect(answer.status).toBe(200);
  });
});
