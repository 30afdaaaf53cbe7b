/**
 * `node flood.mjs URL BYTES CONNECTIONS SECONDS`: posts bodies of that size as fast as they are
 * answered, in a process of its own. Prints how often each status came.
 */
import { Agent, request } from 'node:http';

const [url, bytes, connections, seconds] = process.argv.slice(2);
const body = JSON.stringify({ text: 'x'.repeat(Number(bytes)) });
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const endsAt = performance.now() + Number(seconds) * 1_000;

/** @returns {Promise<number | string>} the status, or `broken` when the connection ended first */
const post = () =>
  new Promise((resolve) => {
    const sending = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('error', () => resolve('broken'));
      response.on('end', () => resolve(response.statusCode));
    });
    sending.on('error', () => resolve('broken'));
    sending.end(body);
  });

const counts = {};
await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (performance.now() < endsAt) {
      const status = await post();
      counts[status] = (counts[status] ?? 0) + 1;
    }
  }),
);
agent.destroy();
console.log(JSON.stringify(counts));
