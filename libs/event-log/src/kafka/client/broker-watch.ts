/**
 * Detects a broker that is frozen or cut off although its connections stay open. kafkajs waits 30 s
 * for each answer, asks the same "connected" broker again, and waits for its answers before it
 * disconnects. With one of three brokers frozen nothing moved until it was back, although the
 * cluster had recovered after 4 s (measured). Here a silent broker is probed; if the probe fails,
 * its connections are closed. One watch per process, over all clients.
 */
import kafkajs from 'kafkajs';
import Connection from 'kafkajs/src/network/connection.js';
import apiVersionsRequest from 'kafkajs/src/protocol/requests/apiVersions/v0/request.js';
import apiVersionsResponse from 'kafkajs/src/protocol/requests/apiVersions/v0/response.js';

/** A broker that owes an answer and sends nothing for this long is probed. */
const silentMs = 3_000;
const probeMs = 3_000;
const lookEveryMs = 500;
/** Least time between two probes of a broker that did not answer the last one. */
const askAgainMs = 1_000;

interface Silence {
  askedAt: number;
}

const connections = new Set<Connection>();
/** Time of the last data from a broker, by its address. */
const heardAt = new Map<string, number>();
const silent = new Map<string, Silence>();
const asking = new Set<string>();
const probes = new WeakSet<Connection>();
let timer: NodeJS.Timeout | undefined;

/** Call once the connection is open. */
export function watch(connection: Connection): void {
  if (probes.has(connection)) return;
  connections.add(connection);
  timer ??= setInterval(look, lookEveryMs).unref();
}

/** Call once the connection is closed. */
export function unwatch(connection: Connection): void {
  connections.delete(connection);
  if (connections.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

export function heard({ broker }: Connection): void {
  heardAt.set(broker, Date.now());
}

/**
 * Connecting fails while the broker is silent.
 * @throws KafkaJSConnectionError while the broker is known not to answer
 */
export function refuseSilent(connection: Connection): void {
  const { broker } = connection;
  const silence = silent.get(broker);
  if (silence === undefined || probes.has(connection)) return;
  if (Date.now() - silence.askedAt >= askAgainMs) void ask(connection);
  throw new kafkajs.KafkaJSConnectionError('The broker does not answer', { broker });
}

/** A slow answer alone (an append waiting for replicas, a join, a long poll) changes nothing. */
function look(): void {
  const now = Date.now();
  for (const connection of connections) {
    const since = owedSince(connection);
    if (since !== null && now - Math.max(since, heardAt.get(connection.broker) ?? 0) > silentMs)
      void ask(connection);
  }
}

/** Time since which the broker owes an answer on this connection; null when it owes none. */
function owedSince({ requestQueue, authHandlers }: Connection): number | null {
  // An authentication carries no send time, so the time of the last data counts.
  if (authHandlers) return 0;
  // In the order in which they were sent.
  const [oldest] = requestQueue.inflight.values();
  return oldest?.sentAt ?? null;
}

async function ask(connection: Connection): Promise<void> {
  const { broker } = connection;
  if (asking.has(broker)) return;
  asking.add(broker);
  const began = Date.now();
  const answers = await answered(connection);
  asking.delete(broker);
  if (answers) {
    heard(connection);
    if (silent.delete(broker)) warn(connection, 'The broker answers again');
    return;
  }
  // If this process was frozen itself, the result says nothing about the broker.
  if (Date.now() - began > 2 * probeMs) return;
  if (!silent.has(broker)) warn(connection, 'Broker connections closed: it does not answer');
  silent.set(broker, { askedAt: began });
  // Ends all requests that wait on this broker, as if it had been killed.
  const error = new Error('the broker does not answer');
  for (const other of [...connections].filter((one) => one.broker === broker)) {
    other.authHandlers?.onError();
    other.socket?.destroy(error);
  }
}

/**
 * Probes on a new connection with ApiVersions, which brokers answer at once before authentication.
 */
async function answered({ host, port, ssl, socketFactory }: Connection): Promise<boolean> {
  const probe = new Connection({
    ...{ host, port, ssl, socketFactory },
    logger: { namespace: () => silentLogger },
    connectionTimeout: probeMs,
    requestTimeout: probeMs,
  });
  probes.add(probe);
  try {
    await probe.connect();
    await probe.send({ request: apiVersionsRequest(), response: apiVersionsResponse });
    return true;
  } catch {
    return false;
  } finally {
    probe.socket?.destroy();
    void probe.disconnect();
  }
}

const nothing = (): void => undefined;
const silentLogger = { debug: nothing, info: nothing, warn: nothing, error: nothing };

function warn({ broker, requestQueue }: Connection, message: string): void {
  requestQueue.logger.warn(message, { broker });
}
