/**
 * The ops port: metrics, and readiness with its reasons, for the operator's people and scrapers. It
 * shares no hook, guard or limit with the app's own port and asks for no key: keep it private.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressOf } from '@libs/config';
import type { Logger } from 'pino';
import { metricsContentType } from './metrics.js';

/** Enough for some scrapers and people. Further connections are closed. */
const maxConnections = 64;
const maxHeaderBytes = 8 * 1024;
/** For a request to arrive, and for an idle connection. */
const timeoutMs = 10_000;

interface OpsAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface OpsSources {
  readonly readiness: () => Promise<{ readonly status: string }>;
  readonly metrics: () => Promise<string>;
}

export interface OpsServer {
  readonly url: string;
  close(): Promise<void>;
}

const json = (status: number, body: object): OpsAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

const refusal = (status: number, code: string, error: string): OpsAnswer =>
  json(status, { error, code });

async function answerTo(
  { method, url = '' }: IncomingMessage,
  { readiness, metrics }: OpsSources,
): Promise<OpsAnswer> {
  if (method !== 'GET' && method !== 'HEAD')
    return refusal(405, 'METHOD_NOT_ALLOWED', 'This port answers GET and HEAD only');
  const [path = ''] = url.split('?', 1);
  switch (path) {
    case '/health/live':
      return json(200, { status: 'ok' });
    case '/health/ready': {
      const report = await readiness();
      return json(report.status === 'ok' ? 200 : 503, report);
    }
    case '/metrics':
      return { status: 200, type: metricsContentType, body: await metrics() };
    default:
      return refusal(
        404,
        'NOT_FOUND',
        'This port has /health/live, /health/ready and /metrics only',
      );
  }
}

function send(response: ServerResponse, { status, type, body }: OpsAnswer): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // The body of a refused request is not read.
    ...(status >= 400 && status < 500 && { connection: 'close' }),
    ...(status === 405 && { allow: 'GET, HEAD' }),
  });
  response.end(body);
}

/** @throws Error when the port can't be used */
export async function startOpsServer(
  { port, host }: { readonly port: number; readonly host: string },
  sources: OpsSources,
  logger: Pick<Logger, 'error'>,
): Promise<OpsServer> {
  const limits = {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    keepAliveTimeout: timeoutMs,
  };
  const server = createServer(limits, (request, response) => {
    answerTo(request, sources).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        logger.error({ err: error }, 'a request to the ops port failed');
        send(response, refusal(500, 'INTERNAL', 'The service made a mistake; its log says more'));
      },
    );
  });
  server.maxConnections = maxConnections;
  server.listen(port, host);
  await once(server, 'listening');
  // An error without a listener, such as too many open files, would end the process.
  server.on('error', (error) => logger.error({ err: error }, 'the ops port has a problem'));
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: addressOf(host, actual),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
