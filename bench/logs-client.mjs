/** Asking the logs interface and timing the answers. RUNS (200) of each. */
import { Agent, request } from 'node:http';
import { percentile } from './load.mjs';

const runs = Number(process.env.RUNS ?? 200);
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

export async function timed(act) {
  const times = [];
  for (let n = 0; n < runs + 5; n += 1) {
    const before = performance.now();
    await act();
    if (n >= 5) times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

export const ms = ({ p50, p99 }) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
export const ratio = (a, b) => `${(a / b).toFixed(1)}×`;
