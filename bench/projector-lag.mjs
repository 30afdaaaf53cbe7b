/**
 * The rate the projector sustains while records are being produced, and the lag from a record's
 * acknowledgement by Kafka to its appearance in the read models.
 */
import { history } from './ledger-records.mjs';
import { percentile } from './load.mjs';

const tickMs = 10;
const pollMs = 2;

async function produce(appender, batches, ratePerSecond, acknowledged, timeline) {
  const startedAt = performance.now();
  const running = [];
  for (let sent = 0; sent < batches.length;) {
    const due = ((performance.now() - startedAt) / 1000) * ratePerSecond;
    timeline?.behind(due - sent);
    for (; sent < Math.min(batches.length, due); sent += 1) {
      const at = performance.now();
      for (const record of batches[sent])
        running.push(appender.append(record).then((position) => acknowledged(position, at)));
      timeline?.sent(batches[sent].length);
    }
    await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
  await Promise.all(running);
  return (performance.now() - startedAt) / 1000;
}

/** How far the producer may run ahead of the read models in the search for the sustained rate. */
const aheadExecutions = 2_000;

/**
 * The sustained rate: records are produced as fast as they are projected, on the same cores. A
 * drain has the cores to itself.
 * @returns {Promise<number>} records/s
 */
export async function measureFed(appender, offsets, { partitions, seconds, atMostPerSecond }) {
  const batches = Array.from({ length: Math.round((atMostPerSecond / 4) * seconds) }, (_, n) =>
    history(n % partitions),
  );
  const projectedSoFar = async () => [...(await offsets()).values()].reduce((a, b) => a + b);
  const first = await projectedSoFar();
  const startedAt = performance.now();
  let projected = 0;
  for (let sent = 0; sent < batches.length && performance.now() - startedAt < seconds * 1000;) {
    const until = Math.min(batches.length, projected / 4 + aheadExecutions);
    for (; sent < until; sent += 1)
      for (const record of batches[sent]) void appender.append(record);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    projected = (await projectedSoFar()) - first;
  }
  return projected / ((performance.now() - startedAt) / 1000);
}

/**
 * @param {number} recordsPerSecond four records per execution
 * @param {() => Promise<Map<number, number>>} offsets projected offset by partition
 * @param {{ begins: () => void }} options `begins` is called just before the records are sent
 * @returns {Promise<{ p50: number, p99: number, most: number, rate: number }>} ms; sent records/s
 */
export async function measureLag(
  appender,
  offsets,
  { partitions, recordsPerSecond, seconds, begins, timeline },
) {
  const executionsPerSecond = recordsPerSecond / 4;
  const batches = Array.from({ length: Math.round(executionsPerSecond * seconds) }, (_, n) =>
    history(n % partitions),
  );
  const waiting = Array.from({ length: partitions }, () => []);
  const lags = [];
  const acknowledged = ({ partition, offset }, sentAt) => {
    const at = performance.now();
    waiting[partition].push({ offset, at });
    timeline?.acknowledged(at - sentAt);
  };
  begins();
  let producing = true;
  const sending = produce(appender, batches, executionsPerSecond, acknowledged, timeline).finally(
    () => {
      producing = false;
    },
  );
  while (producing || waiting.some((list) => list.length > 0)) {
    const projected = await offsets();
    const now = performance.now();
    for (const [partition, list] of waiting.entries()) {
      // Appends are acknowledged in offset order.
      const until = list.findIndex(({ offset }) => offset >= (projected.get(partition) ?? 0));
      for (const { at } of list.splice(0, until === -1 ? list.length : until)) {
        lags.push(now - at);
        timeline?.projected(now - at);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  const took = await sending;
  lags.sort((a, b) => a - b);
  return {
    p50: percentile(lags, 0.5),
    p99: percentile(lags, 0.99),
    most: lags.at(-1),
    rate: lags.length / took,
  };
}
