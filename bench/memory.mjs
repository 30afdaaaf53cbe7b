/**
 * `node bench/memory.mjs [few] [many]`: memory retained by finished executions. Prints the heap
 * after a forced GC at 10,000 and 100,000 executions of the slice with 50 callers, and the peak
 * resident size.
 */
import autocannon from 'autocannon';
import { body } from './load.mjs';
import { usageBelow } from './processes.mjs';
import { closeAll, startProduct, startStub } from './product.mjs';

const [few, many] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 100_000)];

async function run(url, amount) {
  const { non2xx, errors } = await autocannon({
    url,
    amount,
    connections: 50,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    timeout: 60,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors`);
}

/** Over the process's inspector: forces a GC, then reads the heap size. */
async function heapMb(inspectorUrl) {
  const socket = new WebSocket(inspectorUrl);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  let id = 0;
  const ask = (method) =>
    new Promise((resolve) => {
      const own = (id += 1);
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(data);
        if (answer.id === own) resolve(answer.result);
      });
      socket.send(JSON.stringify({ id: own, method }));
    });
  await ask('HeapProfiler.enable');
  for (let round = 0; round < 3; round += 1) await ask('HeapProfiler.collectGarbage');
  const { usedSize } = await ask('Runtime.getHeapUsage');
  socket.close();
  return usedSize / 1e6;
}

try {
  const product = await startProduct(await startStub(), { inspect: true });
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, usageBelow(product.pid).app.rssMb);
  }, 500);
  await run(product.url, few);
  const early = await heapMb(product.inspectorUrl);
  await run(product.url, many - few);
  const late = await heapMb(product.inspectorUrl);
  clearInterval(watch);
  console.log(
    `heap after ${few}: ${early.toFixed(0)} MB, after ${many}: ${late.toFixed(0)} MB: ${(late / early).toFixed(2)}×; highest resident size ${peakMb.toFixed(0)} MB`,
  );
} finally {
  await closeAll();
}
