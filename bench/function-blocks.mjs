/**
 * The cost of author code: CPU and time of one empty function in the sandbox, next to a bare
 * message to a worker thread.
 */
import { Worker } from 'node:worker_threads';
import { createSandbox } from '../dist/libs/sandbox/src/index.js';

const runs = Number(process.argv[2] ?? 2_000);

/** Mean milliseconds of wall time and of this process's CPU over all threads. */
async function measure(once) {
  for (let i = 0; i < 200; i += 1) await once();
  const startedAt = performance.now();
  const before = process.cpuUsage();
  for (let i = 0; i < runs; i += 1) await once();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: (performance.now() - startedAt) / runs, cpuMs: (user + system) / 1000 / runs };
}

const echo = new Worker(
  "const { parentPort } = require('node:worker_threads'); parentPort.on('message', (m) => parentPort.postMessage(m));",
  { eval: true },
);
const floor = await measure(
  () =>
    new Promise((resolve) => {
      echo.once('message', resolve);
      echo.postMessage({ code: 'return 1', argumentsText: '[]' });
    }),
);
await echo.terminate();

const sandbox = createSandbox({ maxThreads: 1 });
const job = {
  code: 'return a.n + 1;',
  parameters: ['a'],
  argumentsText: '[{"n":1}]',
  timeoutMs: 5_000,
  memoryBytes: 64 * 1024 * 1024,
  maxResultLength: 1_000_000,
};
const call = await measure(() => sandbox.run(job));
await sandbox.close();

console.table({ 'message to a thread (floor)': floor, 'function in the sandbox': call });
console.log(`the sandbox costs ${(call.cpuMs / floor.cpuMs).toFixed(1)} × its floor in CPU`);
