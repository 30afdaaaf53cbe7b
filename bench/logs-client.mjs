/** Asking the logs interface and timing the answers. RUNS (200) of each in each of ROUNDS (5). */
import { Agent, request } from 'node:http';
import { percentile } from './load.mjs';

const usual = {
  runs: Number(process.env.RUNS ?? 200),
  rounds: Number(process.env.ROUNDS ?? 5),
};
/** One per workspace that is asked about. */
export const keyOf = (workspace) => `fl_bench_${workspace}`;

const agent = new Agent({ keepAlive: true });

/** The answer's bytes: what a client makes of them is not the api's time. */
export const ask = (base, query, path = 'logs') =>
  new Promise((resolve, reject) => {
    const url = `${base}/api/v1/${path}?${new URLSearchParams(query)}`;
    const asked = request(url, { agent, headers: { 'x-api-key': keyOf(query.workspaceId) } });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const bytes = Buffer.concat(parts);
        if (answer.statusCode === 200) resolve(bytes);
        else reject(new Error(`${answer.statusCode} ${bytes}`));
      });
    });
    asked.end();
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
