/**
 * For `--import`: measures each turn of this process's main thread and appends JSON lines to
 * TURN_WATCH_FILE. A worker writes the file, so a blocked or killed main thread is still reported.
 * Lines: `watch` once, `turn` per turn above `noted`, `blocked` during a long turn, `profile`
 * (functions of a long turn), `watching` (time of reading the profile), `peak` (memory).
 */
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread, Worker } from 'node:worker_threads';
import { getHeapStatistics } from 'node:v8';
import { fields, noted, ring } from './turn-ring.mjs';

const file = process.env.TURN_WATCH_FILE;
const tickMs = 10;

function watch() {
  const shared = new SharedArrayBuffer(fields.bytes);
  const slots = new Float64Array(shared);
  const epoch = performance.timeOrigin;
  const turns = ring(slots);
  /** Collector pauses that ended since the last long turn. */
  let pauses = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration, detail } of list.getEntries()) {
      if (detail.kind !== constants.NODE_PERFORMANCE_GC_INCREMENTAL || duration > 1)
        pauses.push({ from: startTime, to: startTime + duration });
    }
    if (pauses.length > 1_000) pauses = pauses.slice(-500);
  }).observe({ entryTypes: ['gc'] });

  let wall = performance.now();
  let cpu = ownCpuMs();
  slots[fields.tickAt] = epoch + wall;
  setInterval(() => {
    const [nextWall, nextCpu] = [performance.now(), ownCpuMs()];
    const [wallMs, cpuMs] = [nextWall - wall, nextCpu - cpu];
    if (wallMs > noted.wallMs || cpuMs > noted.cpuMs) {
      const gcMs = pauses.reduce(
        (sum, { from, to }) => sum + Math.max(0, Math.min(to, nextWall) - Math.max(from, wall)),
        0,
      );
      turns.write({ at: epoch + wall, wallMs, cpuMs, gcMs });
    }
    slots[fields.heap] = Math.max(slots[fields.heap], getHeapStatistics().used_heap_size);
    [wall, cpu] = [nextWall, nextCpu];
    slots[fields.tickAt] = epoch + wall;
  }, tickMs).unref();

  const worker = new Worker(new URL('./turn-watch.worker.mjs', import.meta.url), {
    workerData: { shared, file, pid: process.pid },
    // Without the process's preloads, which are meant for its main thread.
    execArgv: [],
    env: {},
  });
  worker.unref();
}

function ownCpuMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

if (isMainThread && file !== undefined) watch();
