/**
 * A local stand-in for external services in the demo: `/orders` is the API that the demo workflow
 * calls, `/webhooks` receives the completion events and checks their signature, `/stand-in/…`
 * answers the examples. `/control/receiver` is for the api alone: what arrived, and the switch that
 * breaks the receiver.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answering, createWebhooks, type WebhooksOptions } from './demo-webhooks.js';
import { createStandIn, type StandInAnswer } from './stand-in.js';

export interface DemoReceiver {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface DemoReceiverOptions extends WebhooksOptions {
  /** Wanted; another free one if it is in use. */
  readonly port: number;
  /** Interface to listen on. Default: loopback. */
  readonly host?: string;
}

const standInPrefix = '/stand-in';
const longestBodyBytes = 1024 * 1024;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > longestBodyBytes) throw new Error('too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  const tryPort = (wanted: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  await tryPort(port).catch(() => tryPort(0));
  return (server.address() as AddressInfo).port;
}

const order = (path: string): StandInAnswer => ({
  status: 200,
  body: {
    orderId: decodeURIComponent(path.split('/')[2] ?? ''),
    accepted: true,
    receivedAt: new Date().toISOString(),
  },
});

function createAnswering(options: DemoReceiverOptions): Answering {
  const standIn = createStandIn(options.say);
  const webhooks = createWebhooks(options);
  return (request, body) => {
    const { method = '', url: path = '' } = request;
    if (path === '/webhooks' && method === 'POST') return webhooks.receive(request, body);
    if (path === '/control/receiver') return webhooks.control(request, body);
    if (path.startsWith('/orders')) return order(path);
    if (path.startsWith(standInPrefix))
      return standIn.answer(method, path.slice(standInPrefix.length), body.toString('utf8'));
    return { status: 404, body: { ok: false } };
  };
}

export async function startDemoReceiver(options: DemoReceiverOptions): Promise<DemoReceiver> {
  const answerTo = createAnswering(options);
  const server = createServer((request, response) => {
    const answer = ({ status, body }: StandInAnswer): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const refusal = (status: number) => () => answer({ status, body: { ok: false } });
    bodyOf(request).then((body) => {
      try {
        answer(answerTo(request, body));
      } catch {
        refusal(400)();
      }
    }, refusal(413));
  });
  const port = await listen(server, options.port, options.host ?? '127.0.0.1');
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
