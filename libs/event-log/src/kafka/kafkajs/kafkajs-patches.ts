/**
 * The one place where kafkajs 2.2.4 itself is changed. Importing this module applies the patches,
 * once per process. `README.md` lists them; the larger ones are modules of their own.
 */
import kafkajs from 'kafkajs';
import Broker from 'kafkajs/src/broker/index.js';
import Cluster from 'kafkajs/src/cluster/index.js';
import Batch from 'kafkajs/src/consumer/batch.js';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup.js';
import Runner from 'kafkajs/src/consumer/runner.js';
import SubscriptionState from 'kafkajs/src/consumer/subscriptionState.js';
import Connection from 'kafkajs/src/network/connection.js';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import fetchV4 from 'kafkajs/src/protocol/requests/fetch/v4/response.js';
import fetchV5 from 'kafkajs/src/protocol/requests/fetch/v5/response.js';
import fetchV6 from 'kafkajs/src/protocol/requests/fetch/v6/response.js';
import fetchV7 from 'kafkajs/src/protocol/requests/fetch/v7/response.js';
import fetchV8 from 'kafkajs/src/protocol/requests/fetch/v8/response.js';
import fetchV9 from 'kafkajs/src/protocol/requests/fetch/v9/response.js';
import fetchV10 from 'kafkajs/src/protocol/requests/fetch/v10/response.js';
import fetchV11 from 'kafkajs/src/protocol/requests/fetch/v11/response.js';
import produce from 'kafkajs/src/protocol/requests/produce/index.js';
import type { Socket } from 'node:net';
import { hideAborted } from './aborted-transactions.js';
import { heard, refuseSilent, unwatch, watch } from '../client/broker-watch.js';
import { decodeFetch } from './fetch-decoding.js';
import { canEncode, encodeProduce, type EncodedBody } from './produce-encoding.js';
import { pausesChanged, plannedFetch } from '../consume/planned-fetch.js';
import { keepCurrent } from '../append/stale-batches.js';
import { findCoordinator, forgettingOnFailure } from '../append/transaction-coordinators.js';

const checkQueuedMs = 10;

/**
 * tulios/kafkajs#1751: "not throttled" gives a negative delay, which re-arms a 1 ms timer for ever.
 * An idle process with five clients burnt 4.4 % CPU; 1.0 % with this.
 */
RequestQueue.prototype.scheduleCheckPendingRequests =
  function scheduleCheckPendingRequests(): void {
    if (this.throttleCheckTimeoutId) return;
    let delayMs = this.throttledUntil - Date.now();
    if (delayMs <= 0) {
      if (this.pending.length === 0) return;
      // Requests are queued behind the in-flight limit.
      delayMs = checkQueuedMs;
    }
    this.throttleCheckTimeoutId = setTimeout(() => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    }, delayMs);
  };

const { connect: shippedConnect, disconnect, processData } = Connection.prototype;
const sizeBytes = 4;

const connecting = new WeakMap<Connection, Promise<true>>();

/**
 * Concurrent sends before the first connection each opened a socket; kafkajs kept only the last.
 * The others kept a finished process alive until the broker closed them, ten minutes later.
 */
Connection.prototype.connect = function connectOnce() {
  const known = connecting.get(this);
  if (known !== undefined) return known;
  const attempt = connectAnew.call(this).finally(() => {
    if (connecting.get(this) === attempt) connecting.delete(this);
  });
  connecting.set(this, attempt);
  return attempt;
};

async function connectAnew(this: Connection): Promise<true> {
  if (!this.isConnected()) {
    refuseSilent(this);
    // Forgets a partial answer and its rest. kafkajs would take the next answers for that rest, and
    // every request to that broker would then time out until the process ends.
    this.socket?.removeAllListeners('data');
    this.chunks = [];
    this.bytesBuffered = 0;
    this.bytesNeeded = sizeBytes;
  }
  const attempt = shippedConnect.call(this);
  const { socket } = this;
  await (socket ? Promise.race([attempt, failsWhenClosed(this, socket)]) : attempt);
  watch(this);
  return true;
}

/**
 * kafkajs does not listen for `close`. A request on a destroyed socket waited for its timeout, and
 * an attempt to connect that ended during its TLS handshake for ever.
 */
function failsWhenClosed(connection: Connection, socket: Socket): Promise<never> {
  const { broker, requestQueue } = connection;
  return new Promise((_, reject) => {
    socket.once('close', () => {
      const error = new kafkajs.KafkaJSConnectionError('Closed connection', { broker });
      // Requests on a newer socket still get their answers.
      if (connection.socket === socket || !connection.socket) requestQueue.rejectAll(error);
      reject(error);
    });
  });
}

Connection.prototype.disconnect = async function end() {
  // The connection attempt that this ends may never settle.
  connecting.delete(this);
  // While a broker is away, every reconnect disconnects first and adds a listener to a dead socket.
  if (this.socket?.destroyed === true) this.socket = null;
  // Waits for outstanding answers.
  await disconnect.call(this);
  if (!this.isConnected()) unwatch(this);
  return true;
};

Connection.prototype.processData = function process(data) {
  heard(this);
  processData.call(this, data);
};

// Decodes with less CPU and hides aborted records before kafkajs' own filter sees them.
for (const version of [fetchV4, fetchV5, fetchV6, fetchV7, fetchV8, fetchV9, fetchV10, fetchV11]) {
  const { decode } = version;
  version.decode = async (rawData) => {
    const decoded = (version === fetchV11 ? decodeFetch(rawData) : null) ?? (await decode(rawData));
    for (const { partitions } of decoded.responses) partitions.forEach(hideAborted);
    return decoded;
  };
}

/** First version with record batches. The body is the same up to 7, the last that kafkajs knows. */
const firstVersion = 3;
const shippedProduce = produce.protocol.bind(produce);

/** Half the cost of an append was in kafkajs' small buffers (`produce-encoding.ts`). */
produce.protocol = ({ version }) => {
  const shipped = shippedProduce({ version });
  if (version < firstVersion) return shipped;
  return (parameters) => {
    const exchange = shipped(parameters);
    if (!canEncode(parameters)) return exchange;
    const encode = (): Promise<EncodedBody> =>
      Promise.resolve(encodeProduce(parameters, Date.now()));
    return { ...exchange, request: { ...exchange.request, encode } };
  };
};

const shippedFetch = ConsumerGroup.prototype.fetch;

ConsumerGroup.prototype.fetch = async function fetch(nodeId) {
  const planned = await plannedFetch(
    this,
    nodeId,
    (topic, fetchedOffset, answer) => new Batch(topic, fetchedOffset, answer),
  );
  return keepCurrent(this, planned ?? (await shippedFetch.call(this, nodeId)));
};

for (const change of ['pause', 'resume'] as const) {
  const shipped = SubscriptionState.prototype[change];
  SubscriptionState.prototype[change] = function changePauses(partitions) {
    pausesChanged(this);
    shipped.call(this, partitions);
  };
}

const {
  start: shippedStart,
  stop: shippedStop,
  fetch: shippedRunnerFetch,
  scheduleFetchManager,
} = Runner.prototype;

Runner.prototype.stop = function stop() {
  this.isStopped = true;
  return shippedStop.call(this);
};

/**
 * A consumer that was stopped before its first join completed did not notice and read on as a
 * member that nothing could stop. Now it leaves the group (see `start` below).
 */
Runner.prototype.scheduleFetchManager = function schedule() {
  // Only when `start` completed after `stop`, and so set `running` again.
  if (this.isStopped && this.running) this.running = false;
  else scheduleFetchManager.call(this);
};

/**
 * Fetchers recreated after the stop got "not running, nothing fetched" and asked again at once.
 * That blocked the whole process, signals included, so they are stopped too.
 */
Runner.prototype.fetch = function fetch(nodeId) {
  if (!this.running) void this.fetchManager.stop();
  return shippedRunnerFetch.call(this, nodeId);
};

Runner.prototype.start = async function start() {
  await shippedStart.call(this);
  const { cluster, groupId, memberId } = this.consumerGroup;
  if (!this.isStopped || !memberId) return;
  try {
    // Its stop closed the connections, so the coordinator is looked up again.
    this.consumerGroup.coordinator = await cluster.findGroupCoordinator({ groupId });
    await this.consumerGroup.leave();
  } catch {
    // Without heartbeats the session then ends by itself.
  }
};

const shippedFindCoordinator = Cluster.prototype.findGroupCoordinator;

Cluster.prototype.findGroupCoordinator = function findGroupCoordinator(query) {
  return findCoordinator(this, query, () => shippedFindCoordinator.call(this, query));
};

for (const request of [
  'addPartitionsToTxn',
  'addOffsetsToTxn',
  'txnOffsetCommit',
  'endTxn',
] as const) {
  const shippedRequest = Broker.prototype[request];
  Broker.prototype[request] = function send(parameters) {
    return forgettingOnFailure(this, () => shippedRequest.call(this, parameters));
  };
}
