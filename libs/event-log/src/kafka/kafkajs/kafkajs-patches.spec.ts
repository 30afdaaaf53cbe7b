import { afterEach, describe, expect, it, jest } from '@jest/globals';
import Connection from 'kafkajs/src/network/connection.js';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import newSocketFactory from 'kafkajs/src/network/socketFactory.js';
import Runner from 'kafkajs/src/consumer/runner.js';
import Encoder from 'kafkajs/src/protocol/encoder.js';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import './kafkajs-patches.js';

/** Has only the fields that the patched method reads. */
function queue(
  pending: readonly unknown[],
  throttledUntil: number,
): RequestQueue & { checks: number } {
  const fake = Object.create(RequestQueue.prototype) as RequestQueue & { checks: number };
  return Object.assign(fake, {
    throttleCheckTimeoutId: null,
    throttledUntil,
    pending,
    checks: 0,
    checkPendingRequests() {
      fake.checks++;
    },
  });
}

describe('the request queue of a kafkajs connection', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('sets no timer when there is nothing to check', () => {
    const idle = queue([], -1);
    idle.scheduleCheckPendingRequests();
    expect(idle.throttleCheckTimeoutId).toBeNull();
  });

  it('checks again when the throttling ends', () => {
    jest.useFakeTimers();
    const throttled = queue([], Date.now() + 700);
    throttled.scheduleCheckPendingRequests();
    jest.advanceTimersByTime(699);
    expect(throttled.checks).toBe(0);
    jest.advanceTimersByTime(1);
    expect(throttled.checks).toBe(1);
  });

  it('checks again while requests are queued', () => {
    jest.useFakeTimers();
    const queued = queue([{}], -1);
    queued.scheduleCheckPendingRequests();
    jest.advanceTimersByTime(10);
    expect(queued.checks).toBe(1);
  });
});

/** Layout: size, request id, text. */
function answerOf(text: string, id: number): Buffer {
  const answer = Buffer.alloc(8 + text.length);
  answer.writeInt32BE(4 + text.length, 0);
  answer.writeInt32BE(id, 4);
  answer.write(text, 8);
  return answer;
}

const quiet = { namespace: () => quiet, debug() {}, info() {}, warn() {}, error() {} };
const exchange = {
  request: { apiKey: 18, apiVersion: 0, apiName: 'ApiVersions', encode: () => new Encoder() },
  response: {
    decode: (answer: Buffer) => Promise.resolve(answer.toString()),
    parse: (answer: string) => Promise.resolve(answer),
  },
};

const connectionTo = (port: number, socketFactory = newSocketFactory()): Connection =>
  new Connection({
    ...{ host: '127.0.0.1', port, clientId: 'test' },
    ...{ logger: quiet, socketFactory },
    ...{ connectionTimeout: 1_000, requestTimeout: 1_000, enforceRequestTimeout: true },
  });

describe('a connection to a broker that is down', () => {
  it('adds no listener when it is closed repeatedly', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const socket = connect(port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const connection = connectionTo(port, () => socket);
    await expect(connection.connect()).rejects.toThrow('ECONNREFUSED');
    await closed;
    for (let n = 0; n < 11; n += 1) await connection.disconnect();
    // The listener of its own connection attempt.
    expect(socket.listenerCount('connect')).toBe(1);
  });
});

describe('a connection that broke during an answer', () => {
  it('reads the next answer after a reconnect', async () => {
    const onRequest: ((socket: Socket, id: number) => void)[] = [
      (socket, id) => socket.end(answerOf('x'.repeat(1000), id).subarray(0, 100)),
      (socket, id) => socket.write(answerOf('well', id)),
    ];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (request) => onRequest.shift()?.(socket, request.readInt32BE(8)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connection = connectionTo((server.address() as AddressInfo).port);
    try {
      await connection.connect();
      await expect(connection.send(exchange)).rejects.toThrow('Closed connection');
      await connection.disconnect();
      await connection.connect();
      await expect(connection.send(exchange)).resolves.toBe('well');
    } finally {
      await connection.disconnect();
      server.close();
    }
  });
});

describe('a connection whose socket is closed', () => {
  it('rejects a request that waits for an answer', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connection = connectionTo((server.address() as AddressInfo).port);
    await connection.connect();
    const answer = connection.send(exchange);
    await setImmediate();
    connection.socket?.destroy();
    await expect(answer).rejects.toThrow('Closed connection');
    await connection.disconnect();
    server.close();
  });

  it('rejects an attempt to connect that is cut off', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connection = connectionTo(port, () => connect(port, '127.0.0.1'));
    await expect(connection.connect()).rejects.toThrow('Closed connection');
    server.close();
  });
});

describe('a consumer that is stopped while it joins', () => {
  it('does not read, and leaves the group', async () => {
    const { promise: joined, resolve: join } = Promise.withResolvers<undefined>();
    const done: string[] = [];
    const runner = new Runner({
      logger: quiet,
      instrumentationEmitter: { emit() {} },
      consumerGroup: {
        groupId: 'group',
        memberId: 'me',
        cluster: { findGroupCoordinator: () => Promise.resolve('coordinator') },
        connect: () => Promise.resolve(),
        joinAndSync: () => joined,
        getNodeIds: () => [void done.push('read')],
        leave: () => Promise.resolve(void done.push('left')),
      },
      onCrash() {},
    });
    const started = runner.start();
    await runner.stop();
    join(undefined);
    await started;
    expect([runner.running, done]).toEqual([false, ['left']]);
  });
});

describe('a consumer that is stopped while its brokers change', () => {
  it('stops although its fetchers are about to be recreated', async () => {
    const { promise: longPoll, resolve: endLongPoll } = Promise.withResolvers<readonly []>();
    let nodeIds = ['1', '2'];
    let looks = 0;
    const runner = new Runner({
      logger: quiet,
      instrumentationEmitter: { emit() {} },
      concurrency: 1,
      consumerGroup: {
        groupId: 'group',
        memberId: 'me',
        connect: () => Promise.resolve(),
        joinAndSync: () => Promise.resolve(),
        heartbeat: () => Promise.resolve(),
        getNodeIds: () => {
          // Not for ever: a spin would block everything else, including the end of this test.
          if ((looks += 1) > 1_000) throw new Error('it spins');
          return nodeIds;
        },
        fetch: async (nodeId: string) => {
          if (nodeId === '2') return longPoll;
          await setImmediate();
          return [];
        },
        leave: () => Promise.resolve(),
      },
      onCrash() {},
    });
    await runner.start();
    nodeIds = ['2'];
    // The lost broker's fetcher has noticed and waits for the other one.
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    const stopped = runner.stop();
    endLongPoll([]);
    await stopped;
    expect(looks).toBeLessThan(1_000);
  });
});
