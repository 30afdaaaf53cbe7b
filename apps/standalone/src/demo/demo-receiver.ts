/**
 * A local stand-in for external services in the demo: `/orders` is the API that the demo workflow
 * calls, `/webhooks` receives the completion events and checks their signature, `/stand-in/…`
 * answers the examples.
 */
import { createHmac, timingSafeEqual, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStandIn } from './stand-in.js';

export interface DemoReceiver {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const standInPrefix = '/stand-in';
const longestBodyBytes = 1024 * 1024;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > longestBodyBytes) throw new Error('too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Verifies as a subscriber should: over the raw body, in constant time. */
function isSigned(header: string, body: string, secret: string): boolean {
  const [, timestamp = '', signature = ''] = /^t=(\d+),v1=([0-9a-f]{64})/.exec(header) ?? [];
  const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
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

/**
 * @param port wanted; another free one if it is in use
 * @param say gets one line per received webhook and chat message
 * @param host interface to listen on
 */
export async function startDemoReceiver(
  port: number,
  secret: string,
  say: (line: string) => void,
  host = '127.0.0.1',
): Promise<DemoReceiver> {
  const standIn = createStandIn(say);
  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    bodyOf(request).then(
      (body) => {
        if (request.url?.startsWith('/orders') === true) {
          const id = decodeURIComponent(request.url.split('/')[2] ?? '');
          answer(200, { orderId: id, accepted: true, receivedAt: new Date().toISOString() });
          return;
        }
        if (request.url?.startsWith(standInPrefix) === true) {
          const path = request.url.slice(standInPrefix.length);
          const answered = standIn.answer(request.method ?? '', path, body);
          answer(answered.status, answered.body);
          return;
        }
        const signed = isSigned(String(request.headers['service-signature'] ?? ''), body, secret);
        say(
          `webhook ${String(request.headers['service-delivery-id'])} received, signature ${signed ? 'valid' : 'INVALID'}`,
        );
        answer(signed ? 200 : 401, { ok: signed });
      },
      () => answer(413, { ok: false }),
    );
  });
  const actual = await listen(server, port, host);
  return {
    url: `http://127.0.0.1:${actual}`,
    port: actual,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * The receiver's port and signing secret, kept in the data directory for later starts, and the
 * demo's trigger URL for the printed lines.
 */
export interface DemoSettings {
  readonly port: number;
  readonly secret: string;
  /** Absent until the demo workflow is made. */
  readonly triggerUrl?: string;
}

const fileOf = (dataDir: string): string => join(dataDir, 'demo.json');

export function readDemoSettings(dataDir: string): DemoSettings {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as DemoSettings;
  } catch {
    return { port: 0, secret: `whsec_${randomBytes(32).toString('base64')}` };
  }
}

export function writeDemoSettings(dataDir: string, settings: DemoSettings): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(fileOf(dataDir), `${JSON.stringify(settings)}\n`, { mode: 0o600 });
}
