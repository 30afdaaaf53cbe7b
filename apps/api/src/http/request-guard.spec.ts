import { afterEach, expect, it, jest } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { followRequests, guardProcess } from './request-guard.js';

const opened: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((instance) => instance.close()));
});

/** Emits uncaught errors as Node.js does, in the async context in which they were thrown. */
function guarded() {
  const events = new EventEmitter();
  const logger = { error: jest.fn(), fatal: jest.fn() };
  const ended = jest.fn();
  const stop = guardProcess(logger as unknown as Logger, events as never, ended);
  return { events, logger, ended, stop };
}

async function serve(leak: () => void): Promise<string> {
  const instance = fastify();
  opened.push(instance);
  followRequests(instance);
  instance.post('/', async () => {
    await new Promise((resolve) => setImmediate(resolve));
    leak();
    return new Promise(() => undefined);
  });
  return instance.listen({ port: 0, host: '127.0.0.1' });
}

it.each(['uncaughtException', 'unhandledRejection'])(
  'closes the connection of a request that causes an %s',
  async (event) => {
    const { events, logger, ended } = guarded();
    const url = await serve(() => events.emit(event, new Error('leaked')));
    const body = JSON.stringify('x'.repeat(100_000));
    const headers = { 'content-type': 'application/json' };
    await expect(fetch(url, { method: 'POST', headers, body })).rejects.toThrow();
    expect(logger.error).toHaveBeenCalledWith(
      { err: expect.any(Error), requestId: expect.any(String) },
      'REQUEST_ERROR_NOT_HANDLED',
    );
    expect(ended).not.toHaveBeenCalled();
  },
);

/** A process with one route that leaks a rejection, and a way to leak one outside a request. */
const script = `
  import fastify from 'fastify';
  import { followRequests, guardProcess } from '${pathToFileURL(`${import.meta.dirname}/request-guard.ts`).href}';
  const instance = fastify();
  const logger = { error: (_, code) => console.log(code), fatal: (_, code) => console.log(code) };
  followRequests(instance);
  guardProcess(logger);
  const leak = async () => { await new Promise((done) => setTimeout(done, 1)); throw new Error('leaked'); };
  instance.post('/', () => { void leak(); return new Promise(() => {}); });
  process.stdin.once('data', () => void leak());
  console.log(await instance.listen({ port: 0, host: '127.0.0.1' }));
`;

it('keeps the process alive after an error of a request and ends it after any other', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const ended = once(child, 'exit');
  const nextLine = async (): Promise<string> =>
    String((await once(child.stdout, 'data'))[0]).trim();
  const url = await nextLine();
  for (let call = 0; call < 2; call += 1) {
    const line = nextLine();
    await expect(fetch(url, { method: 'POST', body: 'x' })).rejects.toThrow();
    expect(await line).toBe('REQUEST_ERROR_NOT_HANDLED');
  }
  const line = nextLine();
  child.stdin.write('now');
  expect([await line, (await ended)[0]]).toEqual(['UNCAUGHT_ERROR', 1]);
});

it('ends the process after a background error, and removes its listeners when stopped', () => {
  const { events, ended, stop } = guarded();
  events.emit('uncaughtException', new Error('background'));
  expect(ended).toHaveBeenCalledTimes(1);
  stop();
  expect(events.listenerCount('uncaughtException')).toBe(0);
  expect(events.listenerCount('unhandledRejection')).toBe(0);
});
