/**
 * The one place where kafkajs 2.2.4 itself is changed. Importing this module applies it, once per process.
 *
 * Timer spin (tulios/kafkajs#1751, design.md 9 cure 4): `scheduleCheckPendingRequests` re-arms a 1 ms timer for ever on every
 * connection, because "not throttled" gives a negative delay. An idle process with five clients burns 4.4 % CPU; 1.0 % with this.
 * The kept part: a timer while throttled, and every 10 ms while requests are queued behind the in-flight limit.
 *
 * Broken answers: what had come of an answer when its connection broke is forgotten with it. Shipped, the next connection's first
 * answers were taken for the rest of it, and every request to that broker timed out from then on, for as long as the process lived.
 *
 * Brokers that do not answer are found out by `broker-watch.ts`: kafkajs waits for them.
 *
 * Stopped while joining: a consumer that was told to stop before its first join was through did not hear it, and read on once it was a
 * member, with nobody left who could stop it. Now it leaves the group instead.
 *
 * Stopped while brokers come and go: fetchers that were made anew behind the stop found "not running, nothing fetched", asked again at once, and
 * nothing else of the process had a turn any more, signals included. They are stopped too.
 *
 * Produce requests are encoded by `produce-encoding.ts`: half of what an append costs was kafkajs' small buffers.
 *
 * Fetch responses are decoded by `fetch-decoding.ts`: the same for what is read.
 *
 * Aborted records (`aborted-transactions.ts`): hidden as a fetch is decoded, before kafkajs' own filter sees them.
 *
 * Fetches are planned by `planned-fetch.ts`: what is asked of a broker is worked out again when something changed.
 *
 * Batches of a position that was left (`stale-batches.ts`): dropped when the fetch returns, and marked for whoever handles them.
 *
 * Coordinators of transactions (`transaction-coordinators.ts`): remembered instead of asked for before each request.
 */
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
import { hideAborted } from './aborted-transactions.js';
import { heard, refuseSilent, unwatch, watch } from './broker-watch.js';
import { decodeFetch } from './fetch-decoding.js';
import { canEncode, encodeProduce, type EncodedBody } from './produce-encoding.js';
import { pausesChanged, plannedFetch } from './planned-fetch.js';
import { keepCurrent } from './stale-batches.js';
import { findCoordinator, forgettingOnFailure } from './transaction-coordinators.js';

const CHECK_QUEUED_MS = 10;

RequestQueue.prototype.scheduleCheckPendingRequests =
  function scheduleCheckPendingRequests(): void {
    if (this.throttleCheckTimeoutId) return;
    let delayMs = this.throttledUntil - Date.now();
    if (delayMs <= 0) {
      if (this.pending.length === 0) return;
      delayMs = CHECK_QUEUED_MS;
    }
    this.throttleCheckTimeoutId = setTimeout(() => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    }, delayMs);
  };

const { connect: shippedConnect, disconnect, processData } = Connection.prototype;
const SIZE_BYTES = 4;

/** Attempts under way. */
const connecting = new WeakMap<Connection, Promise<true>>();

/**
 * Whoever sends while nobody has connected yet connects: several at once made a socket each, of which all but the last were forgotten,
 * open. They kept a process that had ended its work alive until the broker closed them, ten minutes later.
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
    // Nor may the rest of it come now.
    this.socket?.removeAllListeners('data');
    this.chunks = [];
    this.bytesBuffered = 0;
    this.bytesNeeded = SIZE_BYTES;
  }
  await shippedConnect.call(this);
  watch(this);
  return true;
}

Connection.prototype.disconnect = async function end() {
  // An attempt that it ends may never be settled.
  connecting.delete(this);
  // Whoever wants to connect anew ends it first, over and over while the broker is away: each time a dead socket got a listener more.
  if (this.socket?.destroyed === true) this.socket = null;
  // It waits for what it is owed.
  await disconnect.call(this);
  if (!this.isConnected()) unwatch(this);
  return true;
};

Connection.prototype.processData = function process(data) {
  heard(this);
  processData.call(this, data);
};

for (const version of [fetchV4, fetchV5, fetchV6, fetchV7, fetchV8, fetchV9, fetchV10, fetchV11]) {
  const { decode } = version;
  version.decode = async (rawData) => {
    const decoded = (version === fetchV11 ? decodeFetch(rawData) : null) ?? (await decode(rawData));
    for (const { partitions } of decoded.responses) partitions.forEach(hideAborted);
    return decoded;
  };
}

/** The first version with record batches; from there to the seventh, the last one that kafkajs knows, the body stays the same. */
const FIRST_VERSION = 3;
const shippedProduce = produce.protocol.bind(produce);

produce.protocol = ({ version }) => {
  const shipped = shippedProduce({ version });
  if (version < FIRST_VERSION) return shipped;
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

Runner.prototype.scheduleFetchManager = function schedule() {
  // Only where `start` came to its end after `stop`: who was running is not any more.
  if (this.isStopped && this.running) this.running = false;
  else scheduleFetchManager.call(this);
};

Runner.prototype.fetch = function fetch(nodeId) {
  if (!this.running) void this.fetchManager.stop();
  return shippedRunnerFetch.call(this, nodeId);
};

Runner.prototype.start = async function start() {
  await shippedStart.call(this);
  const { cluster, groupId, memberId } = this.consumerGroup;
  if (!this.isStopped || !memberId) return;
  try {
    // The connections were closed when it was told to stop.
    this.consumerGroup.coordinator = await cluster.findGroupCoordinator({ groupId });
    await this.consumerGroup.leave();
  } catch {
    // Then its session ends by itself: nobody sends heartbeats.
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
