/** Queries the logs API and times the answers. RUNS (200) of each query in each of ROUNDS (5). */
import { connect } from 'node:net';
import { percentile } from './load.mjs';

const usual = {
  runs: Number(process.env.RUNS ?? 200),
  rounds: Number(process.env.ROUNDS ?? 5),
};
/** One key per queried workspace. */
export const keyOf = (workspace) => `fl_bench_${workspace}`;

/** By base address. One connection each, like a single caller. */
const sockets = new Map();

function socketOf(base) {
  let socket = sockets.get(base);
  if (socket === undefined) {
    const { hostname, port } = new URL(base);
    socket = connect(Number(port), hostname).setNoDelay(true);
    sockets.set(base, socket);
  }
  return socket;
}

const headEnd = Buffer.from('\r\n\r\n');

/**
 * Reads the answer's bytes with the cheapest possible client, because client cost is not api time:
 * it writes the request to a socket and reads up to the announced length.
 */
export const ask = (base, query, path = 'logs') =>
  new Promise((resolve, reject) => {
    const socket = socketOf(base);
    let answer = Buffer.alloc(0);
    let end = Number.POSITIVE_INFINITY;
    let status;
    let from = 0;
    const done = (act) => {
      socket.off('data', onData).off('error', onError);
      act();
    };
    const onError = (error) => done(() => reject(error));
    const onData = (part) => {
      answer = answer.length === 0 ? part : Buffer.concat([answer, part]);
      if (status === undefined) {
        const at = answer.indexOf(headEnd);
        if (at === -1) return;
        const head = answer.latin1Slice(0, at);
        from = at + headEnd.length;
        status = head.slice(9, 12);
        end = from + Number(/content-length: (\d+)/i.exec(head)[1]);
      }
      if (answer.length < end) return;
      const body = answer.subarray(from);
      done(() => (status === '200' ? resolve(body) : reject(new Error(`${status} ${body}`))));
    };
    socket.on('data', onData).on('error', onError);
    socket.write(
      `GET /api/v1/${path}?${new URLSearchParams(query)} HTTP/1.1\r\nHost: bench\r\nx-api-key: ${keyOf(query.workspaceId)}\r\n\r\n`,
    );
  });

export const get = async (base, query, path) => JSON.parse(await ask(base, query, path));

/**
 * Alternates between the acts, so that machine noise and this process's GC hit them all alike.
 * @param {(() => Promise<unknown>)[]} acts
 * @returns {Promise<{ p50: number, p99: number }[]>} per act: medians of the rounds' percentiles
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
