/** Asking the logs interface and timing the answers. RUNS (200) of each in each of ROUNDS (5). */
import { Client } from 'undici';
import { percentile } from './load.mjs';

const usual = {
  runs: Number(process.env.RUNS ?? 200),
  rounds: Number(process.env.ROUNDS ?? 5),
};
/** One per workspace that is asked about. */
export const keyOf = (workspace) => `fl_bench_${workspace}`;

/** By base address; one connection each, as one caller has. */
const clients = new Map();

function clientOf(base) {
  let client = clients.get(base);
  if (client === undefined) {
    client = new Client(base);
    clients.set(base, client);
  }
  return client;
}

/**
 * The answer's bytes: what a client makes of them is not the api's time, nor what a client costs by itself, so it is the cheapest that
 * there is (undici without its streams).
 */
export const ask = (base, query, path = 'logs') =>
  new Promise((resolve, reject) => {
    const parts = [];
    let status = 0;
    clientOf(base).dispatch(
      {
        method: 'GET',
        path: `/api/v1/${path}?${new URLSearchParams(query)}`,
        headers: { 'x-api-key': keyOf(query.workspaceId) },
      },
      {
        onRequestStart() {},
        onResponseStart(_, statusCode) {
          status = statusCode;
        },
        onResponseData(_, part) {
          parts.push(part);
        },
        onResponseEnd() {
          const bytes = Buffer.concat(parts);
          if (status === 200) resolve(bytes);
          else reject(new Error(`${status} ${bytes}`));
        },
        onResponseError(_, error) {
          reject(error);
        },
      },
    );
  });

export const get = async (base, query, path) => JSON.parse(await ask(base, query, path));

/**
 * One of each in turns, so that what the machine does meanwhile, and the garbage of this process, meets all alike.
 * @param {(() => Promise<unknown>)[]} acts
 * @returns {Promise<{ p50: number, p99: number }[]>} of each: medians of the rounds' percentiles
 */
export async function timedInTurns(acts, { runs, rounds } = usual) {
  for (let n = 0; n < 5; n += 1) for (const act of acts) await act();
  const found = acts.map(() => ({ p50: [], p99: [] }));
  for (let round = 0; round < rounds; round += 1) {
    const times = acts.map(() => []);
    for (let n = 0; n < runs; n += 1)
      for (const [index, act] of acts.entries()) {
        const before = performance.now();
        await act();
        times[index].push(performance.now() - before);
      }
    for (const [index, list] of times.entries()) {
      list.sort((a, b) => a - b);
      found[index].p50.push(percentile(list, 0.5));
      found[index].p99.push(percentile(list, 0.99));
    }
  }
  const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
  return found.map(({ p50, p99 }) => ({ p50: median(p50), p99: median(p99) }));
}

export const ms = ({ p50, p99 }) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
export const ratio = (a, b) => `${(a / b).toFixed(1)}×`;
