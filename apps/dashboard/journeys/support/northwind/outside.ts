/**
 * The world outside of the seeded workspace: the services that its workflows call, and the
 * receivers of its webhooks. One server is all of them, each by its name under `localhost`.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Screenshots show the first that is free: 80 is left out of an address. */
const ports = [80, 47_101, 0];

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** How long the service takes. */
  readonly afterMs?: number;
}
type Answering = (request: IncomingMessage, body: string) => Reply | 'silence' | 'reset';

/** Counts calls by a key, from 1. */
function counter(): (key: string) => number {
  const counts = new Map<string, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}

const completion = (content: string): Reply => ({
  status: 200,
  afterMs: 180,
  body: {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_767_225_600 },
    model: 'gpt-4.1-mini',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1_120, completion_tokens: 164, total_tokens: 1_284 },
  },
});

/** The model sorts tickets by their words. A ticket that says "hold" is never answered. */
function answerOfModel(body: string): Reply | 'silence' {
  if (body.includes('hold the line')) return 'silence';
  if (body.includes('fraud')) return completion('low');
  return completion(
    /invoice/.test(body) ? 'billing' : /parcel/.test(body) ? 'shipping' : 'returns',
  );
}

/** Busy, then gone. Any answer would be a result of the block; without one it fails. */
const broken = (attempt: number): Reply | 'reset' =>
  attempt < 3 ? { status: 503, afterMs: 90, body: { error: { type: 'overloaded' } } } : 'reset';

function answeringOfServices(): Answering {
  const charges = counter();
  return ({ url = '' }, body) => {
    if (url.startsWith('/customers/'))
      return { status: 200, afterMs: 60, body: { id: url.slice(11), known: !url.includes('new') } };
    if (url === '/reservations') return { status: 201, afterMs: 30, body: { reserved: true } };
    if (url === '/charges') {
      const { order, source } = JSON.parse(body) as { order: string; source: string };
      if (source === 'card_broken') return broken(charges(order));
      return { status: 201, afterMs: 70, body: { charge: `ch_${order}` } };
    }
    if (url === '/invoices') return { status: 200, afterMs: 120, body: { written: 214 } };
    if (url.startsWith('/v1')) return answerOfModel(body);
    // The text of a contract.
    return 'silence';
  };
}

const idOf = ({ headers }: IncomingMessage): string => String(headers['service-delivery-id']);

/** By receiver, its name and what it answers to a delivery. */
const receivers = {
  billing: {
    host: 'billing.fjord',
    /** Down for executions that failed; every fourth of the others needs three attempts. */
    answering: (): Answering => {
      const attempts = counter();
      const deliveries = counter();
      const slow = new Set<string>();
      return (request, body) => {
        const id = idOf(request);
        const attempt = attempts(id);
        if (attempt === 1 && deliveries('all') % 4 === 2) slow.add(id);
        const isDown = body.includes('"status":"error"') || (slow.has(id) && attempt < 3);
        return { status: isDown ? 503 : 200, afterMs: 20 };
      };
    },
  },
  erp: {
    host: 'erp.northwind',
    answering: (): Answering => () => ({ status: 200, afterMs: 8 }),
  },
  tickets: {
    host: 'hooks.tideline',
    answering: (): Answering => {
      const attempts = counter();
      return (request) => ({ status: attempts(idOf(request)) === 1 ? 500 : 204, afterMs: 12 });
    },
  },
  sink: { host: 'ledger-sink', answering: (): Answering => () => ({ status: 200, afterMs: 4 }) },
  /** Gone: its subscription is switched off. */
  crm: { host: 'old-crm.fjord', answering: (): Answering => () => ({ status: 410 }) },
} as const;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

async function respond(
  answering: Answering,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = answering(request, await bodyOf(request));
  if (reply === 'reset') request.socket.destroy();
  if (typeof reply === 'string') return;
  await delay(reply.afterMs ?? 0);
  response.writeHead(reply.status, { 'content-type': 'application/json' });
  response.end(reply.body === undefined ? '' : JSON.stringify(reply.body));
}

function listen(server: Server, [port = 0, ...others]: readonly number[]): Promise<number> {
  return new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve((server.address() as AddressInfo).port);
    });
  }).catch((error: unknown) => {
    if (others.length === 0) throw error;
    return listen(server, others);
  });
}

const hostOf = ({ headers }: IncomingMessage): string =>
  (headers.host ?? '').replace(/\.localhost(:\d+)?$/, '');

export type ReceiverName = keyof typeof receivers;

export interface Outside {
  /** The origin of a service by its name. */
  readonly serviceAt: (name: string) => string;
  readonly receivers: Readonly<Record<ReceiverName, string>>;
  close(): void;
}

export async function openOutside(): Promise<Outside> {
  const services = answeringOfServices();
  const byHost = new Map(
    Object.values(receivers).map(({ host, answering }) => [host as string, answering()]),
  );
  const server = createServer((request, response) => {
    void respond(byHost.get(hostOf(request)) ?? services, request, response);
  });
  const port = await listen(server, ports);
  const originOf = (name: string): string =>
    `http://${name}.localhost${port === 80 ? '' : `:${String(port)}`}`;
  return {
    serviceAt: originOf,
    receivers: Object.fromEntries(
      Object.entries(receivers).map(([name, { host }]) => [name, originOf(host)]),
    ) as Record<ReceiverName, string>,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
