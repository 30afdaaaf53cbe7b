/** Uses real sockets; the broker is a server that answers as the test tells it. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Connection from 'kafkajs/src/network/connection.js';
import newSocketFactory from 'kafkajs/src/network/socketFactory.js';
import Encoder from 'kafkajs/src/protocol/encoder.js';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import '../kafkajs/kafkajs-patches.js';

const apiVersions = 18;
const metadata = 3;
const quiet = { namespace: () => quiet, debug() {}, info() {}, warn() {}, error() {} };
const exchange = {
  request: {
    ...{ apiKey: metadata, apiVersion: 0, apiName: 'Metadata' },
    encode: () => Promise.resolve(new Encoder()),
  },
  response: { decode: (answer: Buffer) => Promise.resolve(answer), parse: () => 'answered' },
};

/** Answers with no error and no versions. */
function answerTo(request: Buffer): Buffer {
  const answer = Buffer.alloc(4 + 4 + 2 + 4);
  answer.writeInt32BE(answer.length - 4, 0);
  answer.writeInt32BE(request.readInt32BE(8), 4);
  return answer;
}

let server: Server;
let connection: Connection;
let isFrozen: boolean;
/** Sends the answers that were held back. */
let answerAll: () => void;

beforeEach(async () => {
  isFrozen = false;
  const owed: (() => void)[] = [];
  answerAll = () => owed.splice(0).forEach((answer) => answer());
  server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (request) => {
      if (isFrozen) return;
      const answer = (): void => void socket.write(answerTo(request));
      if (request.readInt16BE(4) === apiVersions) answer();
      else owed.push(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  connection = new Connection({
    ...{ host: '127.0.0.1', port: (server.address() as AddressInfo).port, clientId: 'test' },
    ...{ logger: quiet, socketFactory: newSocketFactory() },
    ...{ connectionTimeout: 1_000, requestTimeout: 60_000, enforceRequestTimeout: true },
  });
  await connection.connect();
});
afterEach(async () => {
  answerAll();
  await connection.disconnect();
  server.close();
});

describe('a broker that answers late', () => {
  it('keeps its connections while it answers other requests', async () => {
    const answer = connection.send(exchange);
    await delay(5_000);
    answerAll();
    await expect(answer).resolves.toBe('answered');
  }, 15_000);
});

describe('a broker that answers nothing', () => {
  it('loses its connections, and gets new ones when it answers again', async () => {
    isFrozen = true;
    await expect(connection.send(exchange)).rejects.toThrow('the broker does not answer');
    await expect(connection.connect()).rejects.toThrow('The broker does not answer');
    isFrozen = false;
    for (let connected = false; !connected;) {
      await delay(100);
      connected = await connection.connect().catch(() => false);
    }
    const answer = connection.send(exchange);
    await delay(100);
    answerAll();
    await expect(answer).resolves.toBe('answered');
  });
});
