/**
 * Asks sequentially for one answer of each kind, again and again, and posts the times. On a thread
 * of its own: the harness builds attacks of megabytes on its main thread.
 */
import { parentPort, workerData } from 'node:worker_threads';

const pauseMs = 150;
const patienceMs = 20_000;
const shownLength = 500;

async function ask([kind, url, init]) {
  const [at, startedAt] = [Date.now(), performance.now()];
  const [status, body] = await fetch(url, {
    ...init,
    signal: AbortSignal.timeout(patienceMs),
  }).then(
    async (response) => [response.status, await response.text()],
    (error) => [null, String(error)],
  );
  const text = status === 200 ? '' : body.slice(0, shownLength);
  return { kind, at, ms: performance.now() - startedAt, status, text };
}

let isStopping = false;
parentPort.once('message', () => (isStopping = true));
const loops = workerData.map(async (request) => {
  while (!isStopping) {
    parentPort.postMessage(await ask(request));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
});
void Promise.all(loops).then(() => parentPort.close());
