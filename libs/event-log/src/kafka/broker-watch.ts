/**
 * Finds out that a broker does not answer although its connections stand: it is frozen, or its host is cut off. kafkajs waits 30 s for
 * each answer, asks the same broker again because it is "connected", and waits for what it still owes before it lets go of it; with
 * one broker of three frozen nothing moved until it was back, while the cluster itself had gone on after 4 s (measured).
 *
 * Whoever owes an answer and says nothing for `SILENT_MS` is asked on a new connection for the one thing that every broker answers at
 * once (ApiVersions, before authentication). If that is not answered either, its connections are closed, which ends what waits on them
 * as if the broker had been killed, and new ones are refused until it answers again. Slow answers alone (an append that waits for its
 * replicas, a join, a long poll) change nothing. One watch per process, over all clients.
 */
import kafkajs from 'kafkajs';
import Connection from 'kafkajs/src/network/connection.js';
import apiVersionsRequest from 'kafkajs/src/protocol/requests/apiVersions/v0/request.js';
import apiVersionsResponse from 'kafkajs/src/protocol/requests/apiVersions/v0/response.js';

const SILENT_MS = 3_000;
const PROBE_MS = 3_000;
const LOOK_EVERY_MS = 500;
/** Between two questions to a broker that did not answer the last one. */
const ASK_AGAIN_MS = 1_000;

interface Silence {
  askedAt: number;
}

const connections = new Set<Connection>();
/** When anything came from a broker, by its address. */
const heardAt = new Map<string, number>();
const silent = new Map<string, Silence>();
const asking = new Set<string>();
const probes = new WeakSet<Connection>();
let timer: NodeJS.Timeout | undefined;

/** A connection stands. */
export function watch(connection: Connection): void {
  if (probes.has(connection)) return;
  connections.add(connection);
  timer ??= setInterval(look, LOOK_EVERY_MS).unref();
}

/** A connection is closed. */
export function unwatch(connection: Connection): void {
  connections.delete(connection);
  if (connections.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

export function heard({ broker }: Connection): void {
  heardAt.set(broker, Date.now());
}

/** @throws KafkaJSConnectionError while the broker is known not to answer */
export function refuseSilent(connection: Connection): void {
  const { broker } = connection;
  const silence = silent.get(broker);
  if (silence === undefined || probes.has(connection)) return;
  if (Date.now() - silence.askedAt >= ASK_AGAIN_MS) void ask(connection);
  throw new kafkajs.KafkaJSConnectionError('The broker does not answer', { broker });
}

function look(): void {
  const now = Date.now();
  for (const connection of connections) {
    const since = owedSince(connection);
    if (since !== null && now - Math.max(since, heardAt.get(connection.broker) ?? 0) > SILENT_MS)
      void ask(connection);
  }
}

/** Since when it owes an answer; null: it owes none. */
function owedSince({ requestQueue, authHandlers }: Connection): number | null {
  // What it owes an authentication it owes since it was last heard.
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
  // Whoever was frozen himself can't tell.
  if (Date.now() - began > 2 * PROBE_MS) return;
  if (!silent.has(broker))
    warn(connection, 'The broker does not answer: its connections are closed');
  silent.set(broker, { askedAt: began });
  const error = new Error('the broker does not answer');
  for (const other of [...connections].filter((one) => one.broker === broker)) {
    other.authHandlers?.onError();
    other.socket?.destroy(error);
  }
}

async function answered({ host, port, ssl, socketFactory }: Connection): Promise<boolean> {
  const probe = new Connection({
    ...{ host, port, ssl, socketFactory },
    logger: { namespace: () => silentLogger },
    connectionTimeout: PROBE_MS,
    requestTimeout: PROBE_MS,
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
